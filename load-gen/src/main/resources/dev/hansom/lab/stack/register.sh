# Becomes a process of the lab that the watchdog knows of from its birth. Run by the lab, in a session of its own, as:
# sh -c "$(this file)" register LEDGER OWNER SIGNAL NAME CGROUP COMMAND...   (CGROUP may be empty)
ledger=$1 owner=$2 signal=$3 name=$4 cgroup=$5
shift 5
started() { shift 19; start=$1; }
start=0
{ IFS= read -r line <"/proc/$$/stat"; } 2>/dev/null && started ${line##*) }
echo "process $$ $start $signal $name" >>"$ledger" || exit 126
# A watchdog that has read the ledger already did so because its owner was gone.
kill -0 "$owner" 2>/dev/null || exit 126
if [ -n "$cgroup" ]; then
  echo $$ >"$cgroup/cgroup.procs" || { echo "cannot enter the control group $cgroup" >&2; exit 126; }
fi
exec "$@"
