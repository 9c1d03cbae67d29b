/** The tokens of a connection, sealed in its row. */
import type { SecretContext } from '../../platform/secrets/encryption-key'
import { defineSealedColumn } from '../../platform/secrets/sealed-column'
import { connections } from './schema'
import type { Tokens } from './services/list-service'

type StoredTokens = Pick<Tokens, 'accessToken' | 'refreshToken'>

export const sealedTokens = defineSealedColumn(connections, 'sealedTokens')

export const sealTokens = (
  ctx: SecretContext,
  id: string,
  { accessToken, refreshToken }: StoredTokens,
): Promise<string> => sealedTokens.seal(ctx, id, JSON.stringify({ accessToken, refreshToken }))

export const openTokens = async (ctx: SecretContext, row: { id: string; sealedTokens: string }) =>
  JSON.parse(await sealedTokens.open(ctx, row.id, row.sealedTokens)) as StoredTokens
