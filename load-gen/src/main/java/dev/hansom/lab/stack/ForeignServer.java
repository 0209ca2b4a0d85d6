package dev.hansom.lab.stack;

import dev.hansom.lab.cpu.CpuGroup;
import dev.hansom.lab.cpu.CpuGroups;
import dev.hansom.lab.cpu.CpuReadException;
import dev.hansom.lab.cpu.CpuSample;
import java.util.Optional;

/** The processes of a PostgreSQL that the lab has not started, where they are on this machine and can be seen. */
final class ForeignServer {

    private ForeignServer() {}

    /** Found by a backend's process id, which means something here only where the parent is called postgres too. */
    static CpuGroup cpuGroup(long backend) {
        Optional<ProcessHandle> postmaster = ProcessHandle.of(backend)
                .filter(process -> ProcTable.command(process.pid()).equals("postgres"))
                .flatMap(ProcessHandle::parent)
                .filter(process -> ProcTable.command(process.pid()).equals("postgres"));
        return postmaster.isPresent()
                ? CpuGroups.process(
                        "postgres", Optional.empty(), postmaster.get().pid())
                : new Unseen();
    }

    private record Unseen() implements CpuGroup {

        @Override
        public String name() {
            return "postgres";
        }

        @Override
        public CpuSample read() {
            throw new CpuReadException(
                    "the PostgreSQL named by --postgres-url does not run on this machine where the lab could see it,"
                            + " so its CPU time cannot be read",
                    null);
        }
    }
}
