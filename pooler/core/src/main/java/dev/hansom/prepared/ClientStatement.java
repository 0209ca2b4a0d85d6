package dev.hansom.prepared;

/** A name that one client has given to a statement. */
public final class ClientStatement {

    private final byte[] name;
    private final int hash;
    private final CatalogStatement statement;

    ClientStatement(byte[] name, int hash, CatalogStatement statement) {
        this.name = name;
        this.hash = hash;
        this.statement = statement;
    }

    /** What the name stands for. */
    public CatalogStatement statement() {
        return statement;
    }

    byte[] name() {
        return name;
    }

    int hash() {
        return hash;
    }
}
