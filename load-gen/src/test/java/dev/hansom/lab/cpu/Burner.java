package dev.hansom.lab.cpu;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A child process that burns known amounts of CPU time, told so on its standard input: for {@code go} each argument
 * {@code NAME=MILLIS} burns in a thread of that name, then the process's CPU time is printed, in nanoseconds; the threads
 * named {@code brief...} end before that, the others stay.
 */
final class Burner {

    private Burner() {}

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch burnt = new CountDownLatch(args.length);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = List.of(args).stream()
                .map(arg -> arg.split("=", 2))
                .map(arg -> {
                    Thread thread = new Thread(() -> run(arg, go, burnt, end), arg[0]);
                    thread.setDaemon(true);
                    thread.start();
                    return thread;
                })
                .toList();
        report();
        expect(in, "go");
        go.countDown();
        burnt.await();
        for (Thread thread : threads) {
            if (thread.getName().startsWith("brief")) {
                thread.join();
            }
        }
        report();
        expect(in, "end");
    }

    private static void run(String[] arg, CountDownLatch go, CountDownLatch burnt, CountDownLatch end) {
        try {
            go.await();
            burn(Long.parseLong(arg[1]));
            burnt.countDown();
            if (!arg[0].startsWith("brief")) {
                end.await();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void burn(long millis) {
        long until = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() + millis * 1_000_000;
        while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < until) {
            Thread.onSpinWait();
        }
    }

    private static void report() {
        System.out.println(((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime());
    }

    private static void expect(BufferedReader in, String word) throws IOException {
        String line = in.readLine();
        if (!word.equals(line)) {
            throw new IllegalStateException("expected " + word + ", got " + line);
        }
    }
}
