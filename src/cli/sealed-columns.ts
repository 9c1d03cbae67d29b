/** All database columns with sealed credentials. */
import { sealedIdTokens } from '../accounts/oidc/finish-sign-in'
import { sealedTotpSecrets } from '../accounts/users/two-factor/second-factor'
import { sealedTargets } from '../admin/notifications/sealed-target'
import { sealedTokens } from '../ingest/connections/connection-tokens'
import { sealedVerifiers } from '../ingest/connections/oauth/oauth-states'
import { sealedCredentials } from '../ingest/plugins/plugin-credentials'
import type { SealedColumn } from '../platform/secrets/sealed-column'

export const sealedColumns: readonly SealedColumn[] = [
  sealedTokens,
  sealedVerifiers,
  sealedCredentials,
  sealedTargets,
  sealedIdTokens,
  sealedTotpSecrets,
]
