/**
 * Signs in with a passkey from this device. Hidden if the browser does not support passkeys, which
 * require HTTPS or localhost.
 */
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { t } from '../../i18n/i18n'
import { Button } from '../controls/button'
import { KeyIcon } from '../icons'
import { Problem } from './entry-page'

/** Returns whether passkeys can be used. They require a host name instead of an IP address. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname)

/** True if the user closed the browser dialog or has no passkey. */
export const isCanceled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

interface PasskeyButtonProps {
  onSignedIn: (user: Schemas['SignedInUser']) => void
}

export function PasskeyButton({ onSignedIn }: PasskeyButtonProps) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  if (!canUsePasskeys()) return null
  const signIn = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      onSignedIn(await signInWithPasskey())
    } catch (error) {
      if (!isCanceled(error)) setProblem(formatError(error))
    }
    setBusy(false)
  }
  return (
    <>
      <Button icon={KeyIcon} busy={isBusy} onClick={() => void signIn()}>
        {t('Sign in with a passkey')}
      </Button>
      {problem && <Problem>{problem}</Problem>}
    </>
  )
}

async function signInWithPasskey() {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await readResponse(api.POST('/api/v1/auth/passkey/options'))
  const credential = await startAuthentication({ optionsJSON: optionsJSON as never })
  await readResponse(
    api.POST('/api/v1/auth/passkey', { body: { credential: credential as never } }),
  )
  return readResponse(api.GET('/api/v1/auth/me'))
}
