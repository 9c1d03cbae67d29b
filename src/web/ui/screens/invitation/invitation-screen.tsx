/** Creates an account from an invitation, whose secret is in the fragment of the link. */
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ApiError, readResponse } from '../../api/client'
import { formatError } from '../../api/format-error'
import { queryClient } from '../../api/query'
import { buttonClass } from '../../components/controls/button'
import { EntryPage, Problem } from '../../components/entry/entry-page'
import { NewAccountForm } from '../../components/entry/new-account-form'
import type { Account } from '../../components/entry/validate-account'
import { Loading } from '../../components/feedback/states'
import { formatMoment } from '../../i18n/date-time'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { startSession } from '../../state/session/session'

const readToken = () => /^#token=([\w-]{20,200})$/.exec(location.hash)?.[1]

export function InvitationScreen() {
  usePageTitle(t('Invitation'))
  const [token] = useState(readToken)
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () =>
      readResponse(api.POST('/api/v1/auth/invitation', { body: { token: token ?? '-' } })),
    retry: false,
    gcTime: 0,
  })
  if (invitation.isPending) return <Loading />
  if (!invitation.data || token === undefined) return <Refused error={invitation.error} />
  return <Accept token={token} {...invitation.data} />
}

const Refused = ({ error }: { error: unknown }) => (
  <EntryPage title={t('Invitation')}>
    <Problem>
      {error instanceof ApiError && error.status === 403
        ? t('This invitation is no longer valid. Ask for a new one.')
        : formatError(error)}
    </Problem>
    <Link to="/login" className={buttonClass('primary')}>
      {t('Sign in')}
    </Link>
  </EntryPage>
)

interface AcceptProps {
  token: string
  createdBy: string
  expiresAt: string
}

function Accept({ token, createdBy, expiresAt }: AcceptProps) {
  const router = useRouter()
  const create = async ({ username, email, password }: Account) => {
    const body = { username, email, password, invitation: token }
    await readResponse(api.POST('/api/v1/auth/register', { body }))
    // A different user may have been signed in.
    queryClient.clear()
    startSession(await readResponse(api.GET('/api/v1/auth/me')))
    await router.navigate({ to: '/', replace: true })
  }
  return (
    <NewAccountForm title={t('Welcome to Quire')} create={create}>
      <p>
        {t(
          '{name} has invited you. Choose a username and a password. The invitation is valid until {when}.',
          {
            name: createdBy,
            when: formatMoment(expiresAt),
          },
        )}
      </p>
    </NewAccountForm>
  )
}
