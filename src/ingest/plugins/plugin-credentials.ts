/** Secrets of a plugin, such as the key of its service, sealed in its row. */
import { openSecret, sealSecret } from '../../platform/secrets/sealing'

type SecretContext = Parameters<typeof openSecret>[0]

const buildPlace = (id: string) => ({ table: 'plugins', row: id, column: 'sealed_credentials' })

export const sealCredentials = (
  ctx: SecretContext,
  id: string,
  credentials: Readonly<Record<string, string>>,
): Promise<string> => sealSecret(ctx, buildPlace(id), JSON.stringify(credentials))

export const openCredentials = async (
  ctx: SecretContext,
  { id, sealedCredentials }: { id: string; sealedCredentials: string | null },
): Promise<Record<string, string>> =>
  sealedCredentials === null
    ? {}
    : (JSON.parse(await openSecret(ctx, buildPlace(id), sealedCredentials)) as Record<
        string,
        string
      >)
