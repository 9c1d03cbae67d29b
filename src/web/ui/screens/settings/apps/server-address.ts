/** The address of this server, as it must be entered in apps. */

/**
 * Returns `server.public_url` if it is set, or else the address of this page. Without a trailing
 * slash.
 */
export const buildServerAddress = (publicUrl: string | null, pageBase: string) =>
  (publicUrl ?? pageBase).replace(/\/+$/, '')

/** Returns the address of the same server on a different port and without the base path. */
export function withPort(address: string, port: number): string {
  const url = new URL(address)
  url.port = String(port)
  return url.origin
}

const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

/** Other devices cannot connect to a loopback address. */
export const isLoopbackAddress = (address: string) => loopback.test(new URL(address).hostname)
