import { loadConfig } from '../../src/platform/config/load'

/** Returns the problems that the program reports for a container's environment variables. */
export function findUnknownVariables(environment: Record<string, string>): string[] {
  const env = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{[^}]*\}/g, 'a-value-that-is-longer-than-thirty-two-letters.example'),
    ]),
  )
  const { warnings } = loadConfig({ env, cwd: '/', systemFile: '/nonexistent' })
  return warnings.map(({ source, message }) => `${source}: ${message}`)
}
