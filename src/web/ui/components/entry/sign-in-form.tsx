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
  onSignedIn: (user: Schemas['SignedInUser']) => void
}

/** Name and password. The session's cookie is set when `onSignedIn` is called. */
export function SignInForm({ username, onSignedIn }: SignInFormProps) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const signIn = async (form: FormData) => {
    setBusy(true)
    try {
      onSignedIn(await enter(typed(form, 'username'), typed(form, 'password')))
    } catch (error) {
      setProblem(formatSignInError(error))
    }
    setBusy(false)
  }
  return (
    <Form onSubmit={(form) => void signIn(form)}>
      <Field
        label={t('Username or email address')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus={username === undefined}
        {...(username !== undefined && { defaultValue: username })}
      />
      <Field
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={username !== undefined}
      />
      {problem && <Problem>{problem}</Problem>}
      <Button variant="primary" type="submit" busy={isBusy}>
        {t('Sign in')}
      </Button>
    </Form>
  )
}

async function enter(username: string, password: string) {
  await readResponse(api.POST('/api/v1/auth/login', { body: { username, password } }))
  return readResponse(api.GET('/api/v1/auth/me'))
}

const formatSignInError = (error: unknown) =>
  error instanceof ApiError && error.status === 401
    ? t('Wrong username or password.')
    : formatError(error)
