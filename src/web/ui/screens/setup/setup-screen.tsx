/** Behind the set-up link: the first account. */
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { answerOf, api, ApiError } from '../../api/client'
import { errorWords } from '../../api/error-words'
import { Button, buttonClass } from '../../components/button'
import { EntryPage, Form, Problem, typed } from '../../components/entry-page'
import { Field } from '../../components/field'
import { t } from '../../i18n/i18n'
import { said } from '../../i18n/server-words'
import { readBoot } from '../../state/boot'
import { usePageTitle } from '../../state/page-title'
import { sessionBegan } from '../../state/session'
import { takeToken } from './token'

type Problems = Readonly<Record<string, string>>

export function SetupScreen() {
  usePageTitle(t('Set up Quire'))
  const token = takeToken()
  if (readBoot()?.setupRequired === false) return <Closed />
  return token ? <AccountForm token={token} /> : <NoLink />
}

function AccountForm({ token }: { token: string }) {
  const router = useRouter()
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const send = async (form: FormData) => {
    const given = readForm(form)
    const wrong =
      given.password === given.again ? {} : { again: t('The two passwords are not the same.') }
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      await makeAccount(token, given)
      await router.navigate({ to: '/add-library', replace: true })
    } catch (error) {
      setProblems(problemsOf(error))
    }
    setBusy(false)
  }
  return (
    <EntryPage title={t('Set up Quire')}>
      <p>{t('Make the account of the administrator. More people can be added afterwards.')}</p>
      <Form onSubmit={(form) => void send(form)}>
        <AccountFields problems={problems} />
        {problems['other'] && <Problem>{problems['other']}</Problem>}
        <Button look="primary" type="submit" busy={isBusy}>
          {t('Make the account')}
        </Button>
      </Form>
    </EntryPage>
  )
}

const AccountFields = ({ problems }: { problems: Problems }) => (
  <>
    <Field
      label={t('User name')}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={64}
      autoFocus
      problem={problems['username']}
    />
    <Field
      label={t('E-mail address')}
      name="email"
      type="email"
      autoComplete="email"
      required
      maxLength={254}
      hint={t('Another way to sign in. Quire sends no e-mail.')}
      problem={problems['email']}
    />
    <Field
      label={t('Password')}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      maxLength={1000}
      hint={t('At least 8 characters.')}
      problem={problems['password']}
    />
    <Field
      label={t('Password once more')}
      name="again"
      type="password"
      autoComplete="new-password"
      required
      maxLength={1000}
      problem={problems['again']}
    />
  </>
)

const readForm = (form: FormData) => ({
  username: typed(form, 'username').trim(),
  email: typed(form, 'email').trim(),
  password: typed(form, 'password'),
  again: typed(form, 'again'),
})

async function makeAccount(
  token: string,
  { username, email, password }: ReturnType<typeof readForm>,
) {
  await answerOf(
    api.POST('/api/v1/setup/initialize', { body: { token, username, email, password } }),
  )
  sessionBegan(await answerOf(api.GET('/api/v1/auth/me')))
}

/** Beside its field where the server names one. */
function problemsOf(error: unknown): Problems {
  const details = error instanceof ApiError ? error.details : []
  const known = details.filter(({ path }) => ['username', 'email', 'password'].includes(path))
  if (known.length === 0) return { other: errorWords(error) }
  return Object.fromEntries(known.map(({ path, message }) => [path, said(message)]))
}

const Closed = () => (
  <EntryPage title={t('Set up Quire')}>
    <p>{t('Quire is set up already.')}</p>
    <Link to="/" className={buttonClass('primary')}>
      {t('Go to Quire')}
    </Link>
  </EntryPage>
)

const NoLink = () => (
  <EntryPage title={t('Set up Quire')}>
    <p>
      {t(
        'This page needs the whole link that Quire printed when it started. If you cannot find it, start Quire again: each start prints a new one.',
      )}
    </p>
  </EntryPage>
)
