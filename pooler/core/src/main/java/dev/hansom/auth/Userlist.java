package dev.hansom.auth;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads PgBouncer's {@code auth_file}: two fields in double quotes a line. */
final class Userlist {

    private final Path file;
    private final int number;
    private final String line;
    private int at;

    private Userlist(Path file, int number, String line) {
        this.file = file;
        this.number = number;
        this.line = line;
    }

    static Map<String, String> read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + ": not UTF-8", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read auth_file " + file, e);
        }
        Map<String, String> secrets = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith(";")) {
                Userlist reader = new Userlist(file, i + 1, line);
                String user = reader.field("user name");
                if (user.isEmpty()) {
                    throw reader.error("the user name is empty");
                }
                secrets.put(user, reader.field("secret"));
            }
        }
        return secrets;
    }

    /** The next field; the rest of the line after the last one is ignored, as PgBouncer does. */
    private String field(String what) {
        while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
            at++;
        }
        if (at == line.length() || line.charAt(at) != '"') {
            throw error("a " + what + " in double quotes expected");
        }
        StringBuilder value = new StringBuilder();
        for (at++; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c != '"') {
                value.append(c);
            } else if (at + 1 < line.length() && line.charAt(at + 1) == '"') {
                value.append('"');
                at++;
            } else {
                at++;
                return value.toString();
            }
        }
        throw error("the closing quote of the " + what + " is missing");
    }

    /** Never shows the line, since it may hold a password. */
    private IllegalArgumentException error(String problem) {
        return new IllegalArgumentException(
                file + ":" + number + ": " + problem + "; a line reads \"user\" \"password or secret\"");
    }
}
