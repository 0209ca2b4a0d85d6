package dev.hansom.prepared;

import io.netty.buffer.ByteBuf;

/** Writes the messages about prepared statements as the server must see them: with the catalog's names. */
public final class StatementRewriter {

    private static final byte GUARD = '~';

    private StatementRewriter() {}

    /** A Parse of an interned statement under its server name. */
    public static void parse(ByteBuf out, CatalogStatement statement) {
        byte[] name = statement.serverName();
        byte[] body = statement.body();
        out.writeByte('P').writeInt(4 + name.length + 1 + body.length);
        out.writeBytes(name).writeByte(0).writeBytes(body);
    }

    /** A Parse of an interned statement as the unnamed one. */
    public static void parseUnnamed(ByteBuf out, CatalogStatement statement) {
        byte[] body = statement.body();
        out.writeByte('P').writeInt(4 + 1 + body.length).writeByte(0).writeBytes(body);
    }

    /** A Close of a statement. */
    public static void close(ByteBuf out, CatalogStatement statement) {
        named(out, (byte) 'C', statement.serverName());
    }

    /** A Describe of a statement. */
    public static void describe(ByteBuf out, CatalogStatement statement) {
        named(out, (byte) 'D', statement.serverName());
    }

    /** A Close of the unnamed statement. */
    public static void closeUnnamed(ByteBuf out) {
        named(out, (byte) 'C', new byte[0]);
    }

    /** A Bind that fails because nothing has this name: it puts the server into the state an error leaves. */
    public static void bindNothing(ByteBuf out) {
        byte[] name = CatalogStatement.NAME_PREFIX;
        out.writeByte('B').writeInt(4 + 1 + name.length + 1 + 6);
        out.writeByte(0)
                .writeBytes(name)
                .writeByte(0)
                .writeShort(0)
                .writeShort(0)
                .writeShort(0);
    }

    /**
     * The beginning of a Bind, up to and with its statement name; the caller forwards the rest as it came.
     *
     * @param at index of the message's type byte
     * @param portalEnd index of the NUL behind the portal's name
     * @param nameEnd index of the NUL behind the statement's name
     */
    public static void bindHead(
            ByteBuf out, ByteBuf source, int at, int portalEnd, int nameEnd, CatalogStatement statement) {
        byte[] name = statement.serverName();
        int clientName = nameEnd - portalEnd - 1;
        out.writeByte('B').writeInt(source.getInt(at + 1) - clientName + name.length);
        out.writeBytes(source, at + 5, portalEnd + 1 - (at + 5));
        out.writeBytes(name).writeByte(0);
    }

    /** True for a client's name that could be taken for one of the catalog's: it must not reach a server. */
    public static boolean collides(ByteBuf source, int from, int to) {
        return ByteRange.startsWith(CatalogStatement.NAME_PREFIX, source, from, to);
    }

    /** Like {@link #bindHead} for a name that nobody has and that {@link #collides}: it reaches the server altered. */
    public static void guardedBindHead(ByteBuf out, ByteBuf source, int at, int portalEnd, int nameEnd) {
        out.writeByte('B').writeInt(source.getInt(at + 1) + 1);
        out.writeBytes(source, at + 5, portalEnd + 1 - (at + 5)).writeByte(GUARD);
        out.writeBytes(source, portalEnd + 1, nameEnd + 1 - (portalEnd + 1));
    }

    /** A Describe of a name that nobody has and that {@link #collides}. */
    public static void guardedDescribe(ByteBuf out, ByteBuf source, int from, int to) {
        out.writeByte('D').writeInt(4 + 1 + 1 + (to - from) + 1).writeByte('S').writeByte(GUARD);
        out.writeBytes(source, from, to - from).writeByte(0);
    }

    private static void named(ByteBuf out, byte type, byte[] name) {
        out.writeByte(type)
                .writeInt(4 + 1 + name.length + 1)
                .writeByte('S')
                .writeBytes(name)
                .writeByte(0);
    }
}
