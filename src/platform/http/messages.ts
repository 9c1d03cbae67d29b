import { defineMessages } from '../messages/message'

/** Log messages. */
export const httpLogMessages = defineMessages('http.log', {
  request_failed: 'request failed',
  health_check_failed: 'database health check failed',
  untrusted_proxy:
    'ignored forwarded headers of untrusted proxy, add its address to server.trusted_proxies if it is yours',
})
