/** Checks whether a process has the key that encrypted the credentials in the database. */
import { Refusal } from '../../errors'
import type { Config } from '../config/model'
import type { Message } from '../messages/message'
import { deriveKey, explainKeyFile } from './encryption-key'
import { getKeyFile, readNextKey } from './key-files'
import { secretMessages } from './messages'
import { readSecretFile } from './secret-file'

export interface KeyProblem {
  /** True if the key comes from the settings, and false if it comes from a file. */
  isConfigured: boolean
  message: Message
}

/**
 * Returns undefined if the key is the right one, or if nothing has been encrypted yet. `known`: ID
 * of the key in the database.
 */
export async function findKeyProblem(
  config: Config,
  known: string | undefined,
): Promise<KeyProblem | undefined> {
  if (known === undefined) return undefined
  const { encryption_key: configured } = config
  if (configured !== undefined) {
    if ((await deriveKey(configured)).id === known) return undefined
    return { isConfigured: true, message: secretMessages.wrong_key() }
  }
  const message = await findFileProblem(config, known)
  return message && { isConfigured: false, message }
}

async function findFileProblem(config: Config, known: string): Promise<Message | undefined> {
  try {
    const keys = [readSecretFile(getKeyFile(config)), readNextKey(config)].filter(
      (key) => key !== undefined,
    )
    if (keys.length === 0) return secretMessages.key_missing()
    for (const key of keys) if ((await deriveKey(key)).id === known) return undefined
    return secretMessages.other_key()
  } catch (error) {
    const explained = explainKeyFile(error)
    if (explained instanceof Refusal) return explained.userMessage
    throw explained
  }
}
