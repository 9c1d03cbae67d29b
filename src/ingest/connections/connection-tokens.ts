/** The tokens of a connection, sealed in its row. */
import { openSecret, sealSecret } from '../../platform/secrets/sealing'
import type { Tokens } from './services/list-service'

type SecretContext = Parameters<typeof openSecret>[0]
type StoredTokens = Pick<Tokens, 'accessToken' | 'refreshToken'>

const buildPlace = (id: string) => ({ table: 'connections', row: id, column: 'sealed_tokens' })

export const sealTokens = (
  ctx: SecretContext,
  id: string,
  { accessToken, refreshToken }: StoredTokens,
): Promise<string> => sealSecret(ctx, buildPlace(id), JSON.stringify({ accessToken, refreshToken }))

export const openTokens = async (
  ctx: SecretContext,
  { id, sealedTokens }: { id: string; sealedTokens: string },
) => JSON.parse(await openSecret(ctx, buildPlace(id), sealedTokens)) as StoredTokens
