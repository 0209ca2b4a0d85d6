package dev.hansom.testkit;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.exception.ScramException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers a server's authentication requests: none, clear text, md5, SCRAM-SHA-256 without channel binding. */
final class PasswordExchange {

    private final String user;
    private final String password;
    private @Nullable ScramClient scram;

    PasswordExchange(String user, String password) {
        this.user = user;
        this.password = password;
    }

    /** The client's answer to an authentication message; empty where it wants none. */
    Optional<WireMessage> answer(WireMessage request) {
        WireReader in = request.reader();
        int code = in.int32();
        return switch (code) {
            case 0 -> Optional.empty();
            case 3 -> Optional.of(FrontendMessages.password(password));
            case 5 -> Optional.of(FrontendMessages.password(md5(in.bytes(4))));
            case 10 -> Optional.of(first(mechanisms(in)));
            case 11 -> Optional.of(last(text(in)));
            case 12 -> {
                verify(text(in));
                yield Optional.empty();
            }
            default -> throw new AssertionError("Authentication request " + code + " is not one this client knows");
        };
    }

    private static String text(WireReader in) {
        return in.string(in.remaining());
    }

    private static List<String> mechanisms(WireReader in) {
        List<String> names = new ArrayList<>();
        for (String name = in.string(); !name.isEmpty(); name = in.string()) {
            names.add(name);
        }
        return names;
    }

    /** PostgreSQL documentation, section 54.2.1: "md5" and the hex md5 of (hex md5 of password and user) and salt. */
    private String md5(byte[] salt) {
        byte[] inner =
                hexMd5((password + user).getBytes(StandardCharsets.UTF_8)).getBytes(StandardCharsets.US_ASCII);
        return "md5" + hexMd5(new WireWriter().bytes(inner).bytes(salt).toByteArray());
    }

    private static String hexMd5(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private WireMessage first(List<String> mechanisms) {
        if (!mechanisms.contains("SCRAM-SHA-256")) {
            throw new AssertionError("The server offers only " + mechanisms + ", this client knows SCRAM-SHA-256");
        }
        ScramClient client = ScramClient.builder()
                .advertisedMechanisms(List.of("SCRAM-SHA-256"))
                // PostgreSQL takes the name from the start-up packet and ignores this one.
                .username("*")
                .password(password.toCharArray())
                .build();
        scram = client;
        return FrontendMessages.saslInitialResponse(
                "SCRAM-SHA-256", client.clientFirstMessage().toString());
    }

    private WireMessage last(String serverFirst) {
        try {
            ScramClient client = started();
            client.serverFirstMessage(serverFirst);
            return FrontendMessages.saslResponse(client.clientFinalMessage().toString());
        } catch (ScramException e) {
            throw new AssertionError("The server's first SCRAM message makes no sense: " + serverFirst, e);
        }
    }

    private void verify(String serverFinal) {
        try {
            started().serverFinalMessage(serverFinal);
        } catch (ScramException e) {
            throw new AssertionError("The server cannot prove that it knows the password: " + serverFinal, e);
        }
    }

    private ScramClient started() {
        if (scram == null) {
            throw new AssertionError("The server goes on with a SASL exchange that it never began");
        }
        return scram;
    }
}
