# Ends what a lab started and removes its work directory. Run by the lab as: sh -c "$(this file)" watchdog MODE WORK
#   watch  first waits for the end of standard input, which comes when the lab's JVM is gone, however it went
#   clean  does it at once
# WORK/ledger has one line a thing: "process PID START SIGNAL NAME" (START in clock ticks since boot, 0: not known),
# written by the process itself before it became what it is, or "cgroup PATH".
mode=$1
work=$2
case $work in */hansom-lab-*) ;; *) echo "not a work directory of the lab: $work" >&2; exit 2 ;; esac
trap '' HUP INT TERM
# Held open, so that it can be read even when somebody has removed the directory.
{ exec 3<"$work/ledger"; } 2>/dev/null || exec 3</dev/null
[ "$mode" = watch ] && cat >/dev/null
ledger=$(cat <&3)

# True while process $1 lives and is the one that started at $2.
ours() {
  [ -r /proc/self/stat ] && [ "$2" != 0 ] || { kill -0 "$1" 2>/dev/null; return; }
  { IFS= read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
  want=$2
  set -- ${line##*) }
  [ "$1" != Z ] && [ "$1" != X ] || return 1
  shift 19
  [ "$1" = "$want" ]
}

groups=
# Sends signal $1, or each process's own where it is "stop", to the process groups that are still ours.
# Returns 0 where there was one.
signal_all() {
  found=1
  while read -r kind pid start stop name; do
    [ "$kind" = process ] && ours "$pid" "$start" || continue
    found=0
    [ "$1" = none ] && continue
    [ "$1" = stop ] || stop=$1
    echo "$(date '+%F %T') $stop to $name ($pid)"
    kill -s "$stop" -- "-$pid" 2>/dev/null
    groups="$groups $pid"
  done <<END
$ledger
END
  return $found
}

# Waits until none is left; $1 tenths of a second at most.
wait_all() {
  tenths=$1
  while signal_all none; do
    [ "$tenths" -gt 0 ] || return 1
    tenths=$((tenths - 1))
    sleep 0.1
  done
}

if signal_all stop; then
  wait_all 80 || { signal_all KILL; wait_all 50; }
  # A program may have left others of its group behind.
  for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
fi

# A control group holds whatever its process has started, also what left the process group.
while read -r kind path rest; do
  [ "$kind" = cgroup ] && [ -d "$path" ] || continue
  tenths=50
  until rmdir "$path" 2>/dev/null; do
    for pid in $(cat "$path/cgroup.procs" 2>/dev/null); do kill -s KILL "$pid" 2>/dev/null; done
    [ "$tenths" -gt 0 ] || { echo "cannot remove the control group $path" >&2; break; }
    tenths=$((tenths - 1))
    sleep 0.1
  done
done <<END
$ledger
END

for try in 1 2 3 4 5; do
  rm -rf -- "$work" 2>/dev/null && exit 0
  sleep 0.2
done
rm -rf -- "$work"
