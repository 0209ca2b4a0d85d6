package dev.hansom.wire;

/** The SQLSTATEs Hansom itself sends or looks at (PostgreSQL documentation, appendix "PostgreSQL Error Codes"). */
public final class SqlState {

    /** successful_completion, which notices carry. */
    public static final String SUCCESSFUL_COMPLETION = "00000";

    /** connection_failure. */
    public static final String CONNECTION_FAILURE = "08006";

    /** protocol_violation; also what PgBouncer puts on nearly all of its own errors. */
    public static final String PROTOCOL_VIOLATION = "08P01";

    /** feature_not_supported. */
    public static final String FEATURE_NOT_SUPPORTED = "0A000";

    /** invalid_parameter_value. */
    public static final String INVALID_PARAMETER_VALUE = "22023";

    /** active_sql_transaction. */
    public static final String ACTIVE_SQL_TRANSACTION = "25001";

    /** in_failed_sql_transaction. */
    public static final String IN_FAILED_SQL_TRANSACTION = "25P02";

    /** invalid_sql_statement_name. */
    public static final String INVALID_SQL_STATEMENT_NAME = "26000";

    /** invalid_authorization_specification. */
    public static final String INVALID_AUTHORIZATION_SPECIFICATION = "28000";

    /** invalid_password. */
    public static final String INVALID_PASSWORD = "28P01";

    /** invalid_catalog_name. */
    public static final String INVALID_CATALOG_NAME = "3D000";

    /** duplicate_prepared_statement. */
    public static final String DUPLICATE_PREPARED_STATEMENT = "42P05";

    /** too_many_connections. */
    public static final String TOO_MANY_CONNECTIONS = "53300";

    /** program_limit_exceeded. */
    public static final String PROGRAM_LIMIT_EXCEEDED = "54000";

    /** query_canceled. */
    public static final String QUERY_CANCELED = "57014";

    /** admin_shutdown. */
    public static final String ADMIN_SHUTDOWN = "57P01";

    /** cannot_connect_now. */
    public static final String CANNOT_CONNECT_NOW = "57P03";

    /** system_error. */
    public static final String SYSTEM_ERROR = "58000";

    /** internal_error. */
    public static final String INTERNAL_ERROR = "XX000";

    private SqlState() {}
}
