package dev.hansom.auth;

import io.netty.buffer.ByteBuf;

/** Lets everybody in, and is asked nothing more. */
final class TrustLogin implements ClientAuthenticator {

    @Override
    public boolean accepted() {
        return true;
    }

    @Override
    public Outcome onPasswordMessage(ByteBuf body, ByteBuf out) {
        return Outcome.REFUSED;
    }

    @Override
    public String refusal() {
        return "invalid frontend message type 112";
    }
}
