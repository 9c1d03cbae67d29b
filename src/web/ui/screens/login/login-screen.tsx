import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { loginWords } from '../../api/login-words'
import { Button } from '../../components/button'
import { EntryPage, Form, Problem, typed } from '../../components/entry-page'
import { Field } from '../../components/field'
import { t } from '../../i18n/i18n'
import { readBoot } from '../../state/boot'
import { usePageTitle } from '../../state/page-title'
import { signIn } from '../../state/sign-in'

const route = getRouteApi('/login')

export function LoginScreen() {
  usePageTitle(t('Sign in'))
  const { to } = route.useSearch()
  const router = useRouter()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const enter = async (form: FormData) => {
    setBusy(true)
    try {
      await signIn(typed(form, 'username'), typed(form, 'password'))
      // The same place as before, and what is remembered of it.
      router.history.replace(router.options.basepath?.replace(/\/$/, '') + ownPath(to))
    } catch (error) {
      setProblem(loginWords(error))
    }
    setBusy(false)
  }
  return (
    <EntryPage title={t('Sign in')}>
      {readBoot()?.setupRequired && <Unready />}
      <Form onSubmit={(form) => void enter(form)}>
        <Field
          label={t('User name or e-mail address')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
        />
        <Field
          label={t('Password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        {problem && <Problem>{problem}</Problem>}
        <Button look="primary" type="submit" busy={isBusy}>
          {t('Sign in')}
        </Button>
      </Form>
    </EntryPage>
  )
}

/** Only an address within: a link from elsewhere must not lead away after sign-in. */
const ownPath = (to: string | undefined) => (to?.startsWith('/') && !to.startsWith('//') ? to : '/')

const Unready = () => (
  <p>
    {t('Quire is not set up yet. Open the link that it printed when it started.')}{' '}
    <Link to="/setup">{t('More about this')}</Link>
  </p>
)
