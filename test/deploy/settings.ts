import { loadConfig } from '../../src/platform/config/load'

const text = 'a-value-that-is-longer-than-thirty-two-letters.example'
const key = Buffer.alloc(32, 7).toString('base64')

/** Returns the problems that the program reports for a container's environment variables. */
export function findUnknownVariables(environment: Record<string, string>): string[] {
  const env = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{[^}]*\}/g, name === 'SERVICE_ENCRYPTION_KEY' ? key : text),
    ]),
  )
  const { warnings } = loadConfig({ env, cwd: '/', systemFile: '/nonexistent' })
  return warnings.map(({ source, message }) => `${source}: ${message}`)
}
