package dev.hansom.testkit.conformance;

import dev.hansom.testkit.ScriptedClient;
import dev.hansom.testkit.WireMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plays scenarios against one server and writes down what it answers. For one thread. */
public final class Player {

    /** Far beyond what an answer takes, for what is waited for in vain ends the scenario. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final String host;
    private final int port;
    private final String user;
    private final String password;
    private final String database;

    /** Plays against the server at this address; logs in with this user for every client. */
    public Player(String host, int port, String user, String password, String database) {
        this.host = host;
        this.port = port;
        this.user = user;
        this.password = password;
        this.database = database;
    }

    /** Plays a scenario; the result is a line for each message, with the client before it. */
    public List<String> play(Scenario scenario) throws IOException {
        Map<String, Part> parts = new LinkedHashMap<>();
        List<String> transcript = new ArrayList<>();
        String current = "a";
        try {
            for (Scenario.Line line : scenario.lines()) {
                if (line.word().endsWith(":")) {
                    current = line.word().substring(0, line.word().length() - 1);
                } else if (!line.word().equals("setup") && !line.word().equals("teardown")) {
                    Part part = parts.computeIfAbsent(current, name -> new Part(name, transcript));
                    part.follow(line);
                }
            }
        } finally {
            for (Part part : parts.values()) {
                part.close();
            }
        }
        return transcript;
    }

    /** What one client says and hears. */
    private final class Part {

        private final String name;
        private final List<String> transcript;
        private final ByteArrayOutputStream gathered = new ByteArrayOutputStream();
        private @Nullable ScriptedClient client;

        Part(String name, List<String> transcript) {
            this.name = name;
            this.transcript = transcript;
        }

        void follow(Scenario.Line line) throws IOException {
            WireMessage message = line.message();
            if (message != null) {
                gathered.writeBytes(message.encode());
                return;
            }
            switch (line.word()) {
                case "login" -> login(line);
                case "hex" -> gathered.writeBytes(line.bytes());
                case "send" -> send();
                case "read" -> {
                    ScriptedClient reader = send();
                    for (int i = 0; i < line.count(); i++) {
                        note(reader.read());
                    }
                }
                case "ready" -> {
                    ScriptedClient reader = send();
                    for (int i = 0; i < line.count(); i++) {
                        reader.readUntilReady().messages().forEach(this::note);
                    }
                }
                case "end" -> end(send());
                default -> throw new IllegalArgumentException("no such line: " + line);
            }
        }

        private void login(Scenario.Line line) throws IOException {
            Map<String, String> parameters = new LinkedHashMap<>();
            for (String pair : line.words()) {
                int equals = pair.indexOf('=');
                parameters.put(
                        pair.substring(0, equals), pair.substring(equals + 1).replace("\\s", " "));
            }
            ScriptedClient connected = ScriptedClient.connect(host, port).timeout(PATIENCE);
            client = connected;
            AllowedDifferences.login(connected
                            .tryLogin(user, password, database, parameters)
                            .messages())
                    .forEach(text -> transcript.add(name + " " + text));
        }

        private ScriptedClient send() throws IOException {
            ScriptedClient sender = client;
            if (sender == null) {
                sender = ScriptedClient.connect(host, port).timeout(PATIENCE);
                client = sender;
                sender.login(user, password, database);
            }
            if (gathered.size() > 0) {
                sender.sendBytes(gathered.toByteArray());
                gathered.reset();
            }
            return sender;
        }

        private void end(ScriptedClient reader) throws IOException {
            for (WireMessage last = reader.readOrEnd(); last != null; last = reader.readOrEnd()) {
                note(last);
            }
            transcript.add(name + " end");
        }

        private void note(WireMessage message) {
            transcript.add(name + " " + AllowedDifferences.text(message));
        }

        void close() throws IOException {
            if (client != null) {
                client.close();
            }
        }
    }
}
