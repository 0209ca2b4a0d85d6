package dev.hansom.pooler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hansom.testkit.ScriptedClient;
import dev.hansom.wire.FrontendMessages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.internal.PlatformDependent;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who does not read, or sends more than fits, costs the pooler no memory and nobody else any time. */
class BackPressureTest {

    private static final long MEBIBYTE = 1 << 20;

    /** Buffers of sockets apart, a few reads of 16 KiB and what Netty's allocator takes at a time. */
    private static final long ALLOWED = 24 * MEBIBYTE;

    @Test
    void aClientThatDoesNotReadStopsItsServerAndNobodyElse() throws Exception {
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(2);
                Socket lazy = new Socket("127.0.0.1", pooler.port());
                ScriptedClient other = pooler.client()) {
            DataInputStream in = login(pooler, lazy);
            long before = memory();
            lazy.getOutputStream()
                    .write(query("SELECT repeat('x', 10000) FROM generate_series(1, 10000)"
                            .getBytes(StandardCharsets.UTF_8)));
            for (int i = 0; i < 200; i++) {
                assertThat(other.query("SELECT 1").value()).isEqualTo("1");
                assertThat(memory() - before).isLessThan(ALLOWED);
            }
            assertThat(pooler.pool().serversActive()).isEqualTo(1);
            assertThat(readToReady(in)).isGreaterThan(10000L * 10000);
        }
    }

    @Test
    void aLongMessageStreamsThroughBothWays() throws Exception {
        int length = (int) (96 * MEBIBYTE);
        try (PoolerOnPostgres pooler = PoolerOnPostgres.withPoolOf(1);
                Socket client = new Socket("127.0.0.1", pooler.port())) {
            DataInputStream in = login(pooler, client);
            long before = memory();
            OutputStream out = client.getOutputStream();
            byte[] head = "SELECT '".getBytes(StandardCharsets.UTF_8);
            byte[] tail = "'\0".getBytes(StandardCharsets.UTF_8);
            out.write(Unpooled.buffer(5)
                    .writeByte('Q')
                    .writeInt(4 + head.length + length + tail.length)
                    .array());
            out.write(head);
            byte[] part = new byte[(int) MEBIBYTE];
            Arrays.fill(part, (byte) 'y');
            for (int sent = 0; sent < length; sent += part.length) {
                out.write(part);
                assertThat(memory() - before).isLessThan(ALLOWED);
            }
            out.write(tail);
            assertThat(readToReady(in)).isGreaterThan(length);
            assertThat(memory() - before).isLessThan(ALLOWED);
        }
    }

    /** Direct memory in bytes, by the JVM's count and by Netty's, whichever of them the buffers are in. */
    private static long memory() {
        long counted = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return counted + Math.max(0, PlatformDependent.usedDirectMemory());
    }

    private static DataInputStream login(PoolerOnPostgres pooler, Socket socket) throws IOException {
        socket.setSoTimeout(60_000);
        ByteBuf startup = Unpooled.buffer();
        FrontendMessages.startup(startup, Map.of("user", pooler.cluster.superuser(), "database", pooler.database()));
        startup.readBytes(socket.getOutputStream(), startup.readableBytes());
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
        readToReady(in);
        return in;
    }

    private static byte[] query(byte[] sql) {
        ByteBuf query = Unpooled.buffer();
        FrontendMessages.query(query, sql);
        byte[] bytes = new byte[query.readableBytes()];
        query.readBytes(bytes);
        return bytes;
    }

    /** Returns how many bytes came up to the end of the next ReadyForQuery. */
    private static long readToReady(DataInputStream in) throws IOException {
        long bytes = 0;
        while (true) {
            int type = in.readUnsignedByte();
            int length = in.readInt();
            in.skipNBytes(length - 4L);
            bytes += 1L + length;
            if (type == 'Z') {
                return bytes;
            }
            if (type == 'E') {
                throw new IOException("the server has answered with an error");
            }
        }
    }
}
