package dev.hansom.prepared;

import dev.hansom.state.SqlStatements;
import org.jspecify.annotations.Nullable;

/** All that one client has prepared: by Parse with a name and without, and by SQL. Loop-confined. */
public final class ClientPrepared {

    private final StatementCatalog catalog;
    private final ClientStatements named;
    private final SqlStatements sql = new SqlStatements();
    private @Nullable CatalogStatement unnamed;

    /** A client that has prepared nothing. */
    public ClientPrepared(StatementCatalog catalog) {
        this.catalog = catalog;
        this.named = new ClientStatements(catalog);
    }

    /** Statements by Parse with a name. */
    public ClientStatements named() {
        return named;
    }

    /** Statements by SQL's PREPARE. */
    public SqlStatements sql() {
        return sql;
    }

    /** The statement by Parse without a name, or null. */
    public @Nullable CatalogStatement unnamed() {
        return unnamed;
    }

    /** Sets the unnamed statement, which the caller has interned for this, or null for none. */
    public void unnamed(@Nullable CatalogStatement interned) {
        CatalogStatement before = unnamed;
        unnamed = interned;
        if (before != null) {
            catalog.release(before);
        }
    }

    /**
     * The server has dropped all at the client's command.
     *
     * @param unforeseen false where the names by Parse went when the command was sent
     */
    public void drop(boolean unforeseen) {
        if (unforeseen) {
            named.clear();
        }
        sql.clear();
    }

    /** The client is gone. */
    public void close() {
        drop(true);
        unnamed(null);
    }
}
