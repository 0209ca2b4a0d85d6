package dev.hansom.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Collects a message body field by field. */
public final class WireWriter {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public WireWriter int8(int value) {
        out.write(value);
        return this;
    }

    public WireWriter int16(int value) {
        return bytes(ByteBuffer.allocate(2).putShort((short) value).array());
    }

    public WireWriter int32(int value) {
        return bytes(ByteBuffer.allocate(4).putInt(value).array());
    }

    public WireWriter bytes(byte[] value) {
        out.writeBytes(value);
        return this;
    }

    /** UTF-8 text and a zero byte. */
    public WireWriter string(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8)).int8(0);
    }

    public byte[] toByteArray() {
        return out.toByteArray();
    }

    /** What was written, as a message of this type. */
    public WireMessage message(char type) {
        return new WireMessage(type, toByteArray());
    }
}
