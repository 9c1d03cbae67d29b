/** Builds the environment variables of a server that uses this PostgreSQL database. */
export function buildSettings(url: string): Record<string, string> {
  const { hostname, port, username, pathname } = new URL(url)
  return {
    SERVICE_DATABASE__TYPE: 'postgres',
    SERVICE_DATABASE__POSTGRES__HOST: hostname,
    SERVICE_DATABASE__POSTGRES__PORT: port,
    SERVICE_DATABASE__POSTGRES__USERNAME: username,
    SERVICE_DATABASE__POSTGRES__DATABASE: pathname.slice(1),
    SERVICE_AUTH__JWT_SECRET: 'a secret for the crash test that is long enough',
  }
}
