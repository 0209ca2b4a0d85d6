package dev.hansom.config;

import java.util.Set;

/** The names PgBouncer 1.25 knows, so that a refusal can tell what Hansom lacks from what nobody knows. */
final class PgBouncerKeys {

    private static final Set<String> SETTINGS = words("""
            logfile pidfile listen_addr listen_port unix_socket_dir unix_socket_mode unix_socket_group user listen_backlog
            so_reuseport peer_id conffile service_name job_name disable_pqexec

            pool_mode max_client_conn default_pool_size min_pool_size reserve_pool_size reserve_pool_timeout
            max_db_connections max_db_client_connections max_user_connections max_user_client_connections
            server_round_robin max_prepared_statements track_extra_parameters ignore_startup_parameters
            application_name_add_host stats_period scram_iterations

            auth_type auth_file auth_hba_file auth_ident_file auth_user auth_query auth_dbname auth_ldap_options
            admin_users stats_users

            syslog syslog_ident syslog_facility log_connections log_disconnections log_pooler_errors log_stats verbose

            server_reset_query server_reset_query_always server_check_delay server_check_query server_fast_close
            server_lifetime server_idle_timeout server_connect_timeout server_login_retry client_login_timeout
            autodb_idle_timeout dns_max_ttl dns_nxdomain_ttl dns_zone_check_period resolv_conf query_wait_notify

            query_timeout query_wait_timeout cancel_wait_timeout client_idle_timeout idle_transaction_timeout
            transaction_timeout suspend_timeout

            client_tls_sslmode client_tls_key_file client_tls_cert_file client_tls_ca_file client_tls_protocols
            client_tls_ciphers client_tls13_ciphers client_tls_ecdhcurve client_tls_dheparams
            server_tls_sslmode server_tls_key_file server_tls_cert_file server_tls_ca_file server_tls_protocols
            server_tls_ciphers server_tls13_ciphers

            pkt_buf max_packet_size sbuf_loopcnt tcp_defer_accept tcp_socket_buffer tcp_keepalive tcp_keepcnt
            tcp_keepidle tcp_keepintvl tcp_user_timeout
            """);

    private static final Set<String> DATABASE_KEYS = words("""
            dbname host port user password auth_user auth_query auth_dbname pool_size min_pool_size reserve_pool_size
            reserve_pool max_db_connections max_db_client_connections server_lifetime pool_mode connect_query
            load_balance_hosts client_encoding datestyle timezone
            """);

    private static final Set<String> SECTIONS = Set.of("users", "peers");

    private PgBouncerKeys() {}

    /** Why a key of {@code [pgbouncer]} that is no {@link Setting} is refused, and what to do. */
    static String refusedSetting(String key) {
        if (key.equals("server_reset_query") || key.equals("server_reset_query_always")) {
            return "Hansom does not have it: use server_reset = none, narrow, narrow-discard-plans, discard-all, or SQL,"
                    + " which runs whenever a client gives a server connection back";
        }
        return refused(SETTINGS.contains(key), "setting");
    }

    /** Why a key of an entry of {@code [databases]} is refused, and what to do. */
    static String refusedDatabaseKey(String key) {
        return refused(DATABASE_KEYS.contains(key), "key of a database");
    }

    /** Why a section is refused, and what to do. */
    static String refusedSection(String name) {
        return SECTIONS.contains(name)
                ? "Hansom does not have this section yet: remove it"
                : "unknown section: there are [databases] and [pgbouncer]";
    }

    private static String refused(boolean known, String what) {
        return known
                ? "Hansom does not have this " + what + " of PgBouncer's yet: remove it"
                : "unknown " + what
                        + ": correct its name (in lower case) or remove it; docs/configuration.md lists all";
    }

    private static Set<String> words(String text) {
        return Set.of(text.trim().split("\\s+"));
    }
}
