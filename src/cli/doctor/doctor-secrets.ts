/** Checks of `quire doctor` on the secrets that the processes of an installation share. */
import { identifyJwtSecret, jwtSecretIdKey } from '../../accounts/sessions/tokens/jwt-secret'
import type { Config } from '../../platform/config/model'
import { renderMessage } from '../../platform/messages/message'
import { keyIdKey } from '../../platform/secrets/encryption-key'
import { findKeyProblem } from '../../platform/secrets/find-key-problem'
import type { Finding } from './doctor-finding'

/** `facts` are values that the database stores about the installation. */
export const checkSharedSecrets = async (
  config: Config,
  facts: ReadonlyMap<string, string>,
): Promise<Finding[]> => [
  await checkEncryptionKey(config, facts.get(keyIdKey)),
  ...checkJwtSecret(config, facts.get(jwtSecretIdKey)),
]

async function checkEncryptionKey(config: Config, known: string | undefined): Promise<Finding> {
  const check = 'stored credentials'
  if (known === undefined) return { check, state: 'ok', message: 'No credentials are stored.' }
  const problem = await findKeyProblem(config, known)
  if (!problem)
    return { check, state: 'ok', message: 'The encryption key matches the stored credentials.' }
  // With a wrong key in the settings, the server does not start.
  const state = problem.isConfigured ? 'problem' : 'warning'
  return { check, state, message: renderMessage(problem.message) }
}

function checkJwtSecret({ auth }: Config, known: string | undefined): Finding[] {
  const { jwt_secret: secret } = auth
  const isOther = known !== undefined && secret !== undefined && identifyJwtSecret(secret) !== known
  if (!isOther) return []
  return [
    {
      check: 'auth.jwt_secret',
      state: 'warning',
      message:
        'This is not the secret that was used with this database before. A process with this secret starts only if no other process is running, and everyone must then sign in again.',
      advice: 'Unless you replaced the secret on purpose, set the previous one.',
    },
  ]
}
