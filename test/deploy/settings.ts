import { loadConfig } from '../../src/platform/config/load'

/** What the program says of settings in the environment of a container. */
export function environmentNameProblems(environment: Record<string, string>): string[] {
  const env = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{[^}]*\}/g, 'a-value-that-is-longer-than-thirty-two-letters.example'),
    ]),
  )
  const { warnings } = loadConfig({ env, cwd: '/', systemFile: '/nonexistent' })
  return warnings.map(({ source, message }) => `${source}: ${message}`)
}
