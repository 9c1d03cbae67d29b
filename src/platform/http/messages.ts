import { defineMessages } from '../messages/message'

export const httpLogMessages = defineMessages('http.log', {
  request_failed: 'request failed',
  health_check_failed: 'database health check failed',
  disk_full: 'disk is full; changes are refused',
  disk_failed: 'failed to write to disk; changes are refused',
  database_away: 'database is not responding',
  storage_away: 'file storage is not responding',
  untrusted_proxy:
    'ignored forwarded headers from untrusted proxy; add its address to server.trusted_proxies if it is yours',
})
