package dev.hansom.auth;

import dev.hansom.wire.BackendMessages;
import dev.hansom.wire.FrameScanner;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Waits for the answer to an md5 challenge. */
final class Md5Login implements ClientAuthenticator {

    private final byte[] expected;
    private boolean accepted;
    private String refusal = "password authentication failed";

    Md5Login(String expected) {
        this.expected = expected.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public boolean accepted() {
        return accepted;
    }

    @Override
    public Outcome onPasswordMessage(ByteBuf body, ByteBuf out) {
        int last = body.writerIndex() - 1;
        if (!body.isReadable() || FrameScanner.cstringEnd(body, body.readerIndex(), last + 1) != last) {
            refusal = "invalid password packet size";
            return Outcome.REFUSED;
        }
        byte[] answer = ByteBufUtil.getBytes(body, body.readerIndex(), last - body.readerIndex());
        if (accepted || !MessageDigest.isEqual(answer, expected)) {
            return Outcome.REFUSED;
        }
        accepted = true;
        BackendMessages.authenticationOk(out);
        return Outcome.ACCEPTED;
    }

    @Override
    public String refusal() {
        return refusal;
    }
}
