import { useState } from 'react'
import { readResponse, api, ApiError, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { t } from '../../i18n/i18n'
import { Button } from '../controls/button'
import { Form, Problem, typed } from './entry-page'
import { Field } from '../controls/field'

interface SignInFormProps {
  /** The user of the expired session. */
  username?: string
  /** Whether the first empty field gets the focus. */
  takesFocus?: boolean
  onSignedIn: (user: Schemas['SignedInUser']) => void
}

interface Given {
  username: string
  password: string
}

/** Asks for name, password and, if required, a code. Calls `onSignedIn` once the cookie is set. */
export function SignInForm({ username, takesFocus = true, onSignedIn }: SignInFormProps) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  /** Set when the password was correct and a code is required. */
  const [given, setGiven] = useState<Given>()
  const signIn = async (form: FormData) => {
    setBusy(true)
    setProblem(undefined)
    const names = given ?? { username: typed(form, 'username'), password: typed(form, 'password') }
    try {
      onSignedIn(await enter(names, given && typed(form, 'code')))
    } catch (error) {
      if (isCodeNeeded(error)) setGiven(names)
      else setProblem(formatSignInError(error))
    }
    setBusy(false)
  }
  return (
    <Form onSubmit={(form) => void signIn(form)}>
      {given ? <CodeField /> : <PasswordFields username={username} takesFocus={takesFocus} />}
      {problem && <Problem>{problem}</Problem>}
      <Button variant="primary" type="submit" busy={isBusy}>
        {t('Sign in')}
      </Button>
      {given && <Button onClick={() => setGiven(undefined)}>{t('Back')}</Button>}
    </Form>
  )
}

interface PasswordFieldsProps {
  username: string | undefined
  takesFocus: boolean
}

const PasswordFields = ({ username, takesFocus }: PasswordFieldsProps) => (
  <>
    <Field
      label={t('Username or email address')}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      autoFocus={takesFocus && username === undefined}
      {...(username !== undefined && { defaultValue: username })}
    />
    <Field
      label={t('Password')}
      name="password"
      type="password"
      autoComplete="current-password"
      required
      autoFocus={takesFocus && username !== undefined}
    />
  </>
)

const CodeField = () => (
  <Field
    label={t('Code')}
    name="code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
    hint={t('Six digits from your authenticator app, or a recovery code')}
    required
    autoFocus
  />
)

async function enter(given: Given, code: string | undefined) {
  const body = code === undefined ? given : { ...given, code }
  await readResponse(api.POST('/api/v1/auth/login', { body }))
  return readResponse(api.GET('/api/v1/auth/me'))
}

const hasCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code

const isCodeNeeded = (error: unknown) => hasCode(error, 'accounts.second_factor_required')

function formatSignInError(error: unknown): string {
  if (hasCode(error, 'accounts.wrong_code')) return t('The code is wrong or has already been used')
  return error instanceof ApiError && error.status === 401
    ? t('Wrong username or password')
    : formatError(error)
}
