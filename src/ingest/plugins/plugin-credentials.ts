/** Secrets of a plugin, such as an API key for its service, stored encrypted in its row. */
import type { SecretContext } from '../../platform/secrets/encryption-key'
import { defineSealedColumn } from '../../platform/secrets/sealed-column'
import { plugins } from './schema'

export const sealedCredentials = defineSealedColumn(plugins, 'sealedCredentials')

export const sealCredentials = (
  ctx: SecretContext,
  id: string,
  credentials: Readonly<Record<string, string>>,
): Promise<string> => sealedCredentials.seal(ctx, id, JSON.stringify(credentials))

export const openCredentials = async (
  ctx: SecretContext,
  row: { id: string; sealedCredentials: string | null },
): Promise<Record<string, string>> =>
  row.sealedCredentials === null
    ? {}
    : (JSON.parse(await sealedCredentials.open(ctx, row.id, row.sealedCredentials)) as Record<
        string,
        string
      >)
