/** Creates the first account. Requires the setup link. */
import { useRouter } from '@tanstack/react-router'
import { readResponse, api } from '../../api/client'
import { NewAccountForm } from '../../components/entry/new-account-form'
import type { Account } from '../../components/entry/validate-account'
import { t } from '../../i18n/i18n'
import { markSetupDone } from '../../state/session/page-data'
import { startSession } from '../../state/session/session'
import { forgetToken } from './setup-token'

export function AccountForm({ token }: { token: string }) {
  const router = useRouter()
  const create = async (account: Account) => {
    await makeAccount(token, account)
    const added = await findLibrary()
    await router.navigate({ to: '/add-library', search: added ? { added } : {}, replace: true })
  }
  return (
    <NewAccountForm title={t('Set up Quire')} create={create}>
      <p>
        {t(
          'First, create your administrator account. Next, choose the folder that contains your books. You can add more people later.',
        )}
      </p>
    </NewAccountForm>
  )
}

async function makeAccount(token: string, { username, email, password }: Account) {
  await readResponse(
    api.POST('/api/v1/setup/initialize', { body: { token, username, email, password } }),
  )
  markSetupDone()
  forgetToken()
  startSession(await readResponse(api.GET('/api/v1/auth/me')))
}

/**
 * Returns a library that was added on the command line. Its scan is shown instead of the folder
 * choice.
 */
async function findLibrary(): Promise<string | undefined> {
  const { data } = await api.GET('/api/v1/libraries')
  return data?.[0]?.id
}
