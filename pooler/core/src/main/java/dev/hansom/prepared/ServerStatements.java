package dev.hansom.prepared;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which statements one server connection has prepared, the least recently used of which make room for new ones. A
 * statement that the open batch has used is never evicted: its Bind may be on its way. Loop-confined.
 */
public final class ServerStatements {

    private final StatementCatalog catalog;
    private final int limit;
    private final HashMap<CatalogStatement, Node> nodes = new HashMap<>();
    private final Node ring = new Node(null);
    private final Set<CatalogStatement> doubtful = new HashSet<>();
    private int doubts;
    private long batch = 1;

    /** A server without statements. */
    public ServerStatements(StatementCatalog catalog, int limit) {
        this.catalog = catalog;
        this.limit = limit;
        ring.older = ring;
        ring.newer = ring;
    }

    /** Statements prepared here. */
    public int size() {
        return nodes.size();
    }

    /** True where the server has the statement, which thereby is the most recently used. */
    public boolean touch(CatalogStatement statement) {
        Node node = nodes.get(statement);
        if (node == null) {
            return false;
        }
        unlink(node);
        linkNewest(node);
        return true;
    }

    /** The server is about to prepare the statement; nothing but its age changes where it has it already. */
    public void add(CatalogStatement statement) {
        if (touch(statement)) {
            return;
        }
        catalog.retain(statement);
        Node node = new Node(statement);
        nodes.put(statement, node);
        linkNewest(node);
    }

    /** Takes out a statement that must go before another is added, or null: close it on the server. Call until null. */
    public @Nullable CatalogStatement evict() {
        Node oldest = ring.newer;
        if (nodes.size() < limit || oldest.statement == null || oldest.batch == batch) {
            return null;
        }
        CatalogStatement evicted = oldest.statement;
        remove(evicted);
        return evicted;
    }

    /** The server does not have the statement after all. */
    public void remove(CatalogStatement statement) {
        Node node = nodes.remove(statement);
        if (node != null) {
            unlink(node);
            catalog.release(statement);
        }
    }

    /**
     * The server has been told to drop every statement and may refuse. Until it is known whether it has, one is to be closed
     * before it is prepared again.
     */
    public void doubt() {
        doubts++;
        for (CatalogStatement statement : nodes.keySet()) {
            if (!doubtful.add(statement)) {
                catalog.release(statement);
            }
        }
        nodes.clear();
        ring.older = ring;
        ring.newer = ring;
    }

    /** The server does not run this statement as it was prepared, or does not have it: close it before it is prepared again. */
    public void doubt(CatalogStatement statement) {
        if (doubtful.add(statement)) {
            catalog.retain(statement);
        }
        remove(statement);
    }

    /** True where the server may have the statement yet; asked when it is about to be prepared, so no more from now on. */
    public boolean isDoubtful(CatalogStatement statement) {
        if (doubtful.isEmpty() || !doubtful.remove(statement)) {
            return false;
        }
        catalog.release(statement);
        return true;
    }

    /** The server has dropped every statement that it had when it was told to. */
    public void dropped() {
        if (doubts > 0) {
            doubts--;
            doubtful.forEach(catalog::release);
            doubtful.clear();
        } else {
            clear();
        }
    }

    /** Nothing is on its way to the server any more: it has answered whatever told it to drop statements. */
    public void settle() {
        doubts = 0;
    }

    /** The server has dropped every statement. */
    public void clear() {
        doubts = 0;
        doubtful.forEach(catalog::release);
        doubtful.clear();
        nodes.keySet().forEach(catalog::release);
        nodes.clear();
        ring.older = ring;
        ring.newer = ring;
    }

    /** The client has closed its batch: what it used may be evicted again. */
    public void endBatch() {
        batch++;
    }

    private void linkNewest(Node node) {
        node.batch = batch;
        node.older = ring.older;
        node.newer = ring;
        ring.older.newer = node;
        ring.older = node;
    }

    private static void unlink(Node node) {
        node.older.newer = node.newer;
        node.newer.older = node.older;
    }

    /** A link of the ring; the one without a statement is its seam: newer of it is the oldest. */
    private static final class Node {

        private final @Nullable CatalogStatement statement;
        private Node older = this;
        private Node newer = this;
        private long batch;

        Node(@Nullable CatalogStatement statement) {
            this.statement = statement;
        }
    }
}
