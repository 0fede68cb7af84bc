/**
 * A server takes a recorder's stream over WebSocket here, on the port of the site (docs/ingest-protocol.md).
 */
export const INGEST_WEB_SOCKET_PATH = '/api/ingest'
