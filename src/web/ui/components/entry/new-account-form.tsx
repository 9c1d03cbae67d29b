/** The page where users create their own account: name, email address and password. */
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { ApiError } from '../../api/client'
import { formatError } from '../../api/format-error'
import { t } from '../../i18n/i18n'
import { translate } from '../../i18n/message-text'
import { Button } from '../controls/button'
import { Field } from '../controls/field'
import { EntryPage, Form, Problem, typed } from './entry-page'
import { type Account, accountProblems, type Problems } from './validate-account'

interface NewAccountFormProps {
  title: string
  /** Shown above the fields. */
  children: ReactNode
  create: (account: Account) => Promise<void>
}

export function NewAccountForm({ title, children, create }: NewAccountFormProps) {
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  // Moves the focus before the next frame, because the user may then already be typing in another
  // field.
  useLayoutEffect(focusFirstProblem, [problems])
  const send = async (form: FormData) => {
    const account = readForm(form)
    const wrong = accountProblems(account)
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      await create(account)
    } catch (error) {
      setProblems(findProblems(error))
    }
    setBusy(false)
  }
  return (
    <EntryPage title={title}>
      {children}
      <Form onSubmit={(form) => void send(form)}>
        <AccountFields problems={problems} />
        {problems['other'] && <Problem>{problems['other']}</Problem>}
        <Button variant="primary" type="submit" busy={isBusy}>
          {t('Create account')}
        </Button>
      </Form>
    </EntryPage>
  )
}

/** Focuses the first invalid field. */
const focusFirstProblem = () =>
  document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus()

const AccountFields = ({ problems }: { problems: Problems }) => (
  <>
    <Field
      label={t('Username')}
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
      label={t('Email address')}
      name="email"
      type="email"
      autoComplete="email"
      required
      maxLength={254}
      hint={t('Can also be used to sign in')}
      problem={problems['email']}
    />
    <NewPassword problems={problems} />
  </>
)

const NewPassword = ({ problems }: { problems: Problems }) => (
  <>
    <Field
      label={t('Password')}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      maxLength={1000}
      {...(problems['password']
        ? { problem: problems['password'] }
        : { hint: t('At least 8 characters') })}
    />
    <Field
      label={t('Confirm password')}
      name="again"
      type="password"
      autoComplete="new-password"
      required
      maxLength={1000}
      problem={problems['again']}
    />
  </>
)

const readForm = (form: FormData): Account => ({
  username: typed(form, 'username').trim(),
  email: typed(form, 'email').trim(),
  password: typed(form, 'password'),
  again: typed(form, 'again'),
})

/** Returns server errors by field. An error that does not belong to a field is `other`. */
function findProblems(error: unknown): Problems {
  const details = error instanceof ApiError ? error.details : []
  const known = details.filter(({ path }) => ['username', 'email', 'password'].includes(path))
  if (known.length === 0) return { other: formatError(error) }
  return Object.fromEntries(known.map((detail) => [detail.path, translate(detail)]))
}
