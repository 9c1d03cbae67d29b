/** The session ended while something was typed: one signs in right here, and nothing of it is lost. */
import { useMutation } from '@tanstack/react-query'
import { loginWords } from '../../api/login-words'
import { t } from '../../i18n/i18n'
import { session } from '../../state/session'
import { signIn } from '../../state/sign-in'
import { useStore } from '../../state/store'
import { Button } from '../button'
import { Dialog } from '../dialog'
import { Form, Problem, typed } from '../entry-page'
import { Field } from '../field'

export function SignInAgain({ onDiscard }: { onDiscard: () => void }) {
  const current = useStore(session)
  const entering = useMutation({
    mutationFn: (form: FormData) => signIn(typed(form, 'username'), typed(form, 'password')),
  })
  const isOver = current.state === 'signedIn' && current.isOver === true
  return (
    <Dialog open={isOver} onClose={() => undefined} title={t('Sign in again')}>
      <p>{t('You were signed out meanwhile. What you typed is still here: sign in, then save.')}</p>
      <Form onSubmit={(form) => entering.mutate(form)}>
        <Field
          label={t('User name or e-mail address')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={current.state === 'signedIn' ? current.user.username : ''}
          required
        />
        <Field
          label={t('Password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
        />
        {entering.error && <Problem>{loginWords(entering.error)}</Problem>}
        <Button look="primary" type="submit" busy={entering.isPending}>
          {t('Sign in')}
        </Button>
        <Button onClick={onDiscard}>{t('Discard the changes')}</Button>
      </Form>
    </Dialog>
  )
}
