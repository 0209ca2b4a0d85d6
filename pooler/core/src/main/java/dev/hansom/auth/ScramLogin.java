package dev.hansom.auth;

import static dev.hansom.wire.ProtocolException.violation;

import dev.hansom.wire.BackendMessages;
import dev.hansom.wire.FrameScanner;
import dev.hansom.wire.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Leads a client through SCRAM-SHA-256, in the SASL messages of PostgreSQL's protocol. */
final class ScramLogin implements ClientAuthenticator {

    private enum Step {
        MECHANISM,
        CLIENT_FIRST,
        CLIENT_FINAL,
        DONE
    }

    private final ScramServer server;
    private Step step = Step.MECHANISM;
    private boolean accepted;
    private String refusal = "SASL authentication failed";

    ScramLogin(ScramServer server) {
        this.server = server;
    }

    @Override
    public boolean accepted() {
        return accepted;
    }

    @Override
    public Outcome onPasswordMessage(ByteBuf body, ByteBuf out) {
        try {
            return switch (step) {
                case MECHANISM -> onInitialResponse(body, out);
                case CLIENT_FIRST -> onClientFirst(bytes(body, body.readerIndex()), out);
                case CLIENT_FINAL -> onClientFinal(bytes(body, body.readerIndex()), out);
                case DONE -> Outcome.REFUSED;
            };
        } catch (ProtocolException e) {
            step = Step.DONE;
            refusal = e.getMessage();
            return Outcome.REFUSED;
        }
    }

    @Override
    public String refusal() {
        return refusal;
    }

    /** SASLInitialResponse: the mechanism, then an int32 length (-1 for none) and the data. */
    private Outcome onInitialResponse(ByteBuf body, ByteBuf out) throws ProtocolException {
        int from = body.readerIndex();
        int nul = FrameScanner.cstringEnd(body, from, body.writerIndex());
        int data = nul + 1 + Integer.BYTES;
        if (nul < 0 || data > body.writerIndex()) {
            throw violation("malformed SASL message: mechanism and length expected");
        }
        if (!body.toString(from, nul - from, StandardCharsets.ISO_8859_1).equals(ScramServer.MECHANISM)) {
            throw violation("client selected an invalid SASL authentication mechanism");
        }
        int length = body.getInt(nul + 1);
        if (length == -1 && data == body.writerIndex()) {
            step = Step.CLIENT_FIRST;
            BackendMessages.authenticationSaslContinue(out, new byte[0]);
            return Outcome.CONTINUE;
        }
        if (length != body.writerIndex() - data) {
            throw violation("malformed SASL message: the length does not match the data");
        }
        return onClientFirst(bytes(body, data), out);
    }

    private Outcome onClientFirst(byte[] message, ByteBuf out) throws ProtocolException {
        BackendMessages.authenticationSaslContinue(out, server.onClientFirst(message));
        step = Step.CLIENT_FINAL;
        return Outcome.CONTINUE;
    }

    private Outcome onClientFinal(byte[] message, ByteBuf out) throws ProtocolException {
        Optional<byte[]> serverFinal = server.onClientFinal(message);
        step = Step.DONE;
        if (serverFinal.isEmpty()) {
            return Outcome.REFUSED;
        }
        accepted = true;
        BackendMessages.authenticationSaslFinal(out, serverFinal.get());
        BackendMessages.authenticationOk(out);
        return Outcome.ACCEPTED;
    }

    private static byte[] bytes(ByteBuf body, int from) {
        return ByteBufUtil.getBytes(body, from, body.writerIndex() - from);
    }
}
