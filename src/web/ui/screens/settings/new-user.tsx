import { useState } from 'react'
import { answerOf, api, type Schemas } from '../../api/client'
import { errorWords } from '../../api/error-words'
import { Button } from '../../components/button'
import { Sheet } from '../../components/dialog'
import { Form, Problem, typed } from '../../components/entry-page'
import { Field } from '../../components/field'
import { t } from '../../i18n/i18n'
import { RoleChoice } from './role-choice'
import styles from './settings.module.css'
import { useChange } from './use-change'

export function NewUser({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<Schemas['User']['role']>('reader')
  const add = useChange({
    act: (form: FormData) =>
      answerOf(
        api.POST('/api/v1/users', {
          body: {
            username: typed(form, 'username').trim(),
            email: typed(form, 'email').trim(),
            password: typed(form, 'password'),
            role,
          },
        }),
      ),
    done: ({ username }) => t('{name} can sign in now', { name: username }),
    stale: ['/api/v1/users'],
    onDone: onClose,
    quiet: true,
  })
  return (
    <Sheet open onClose={onClose} title={t('Add somebody')}>
      <Form onSubmit={(form) => add.mutate(form)}>
        <UserFields />
        <RoleChoice role={role} onChange={setRole} />
        {add.isError && <Problem>{errorWords(add.error)}</Problem>}
        <div className={styles.actions}>
          <Button look="primary" type="submit" busy={add.isPending}>
            {t('Add')}
          </Button>
        </div>
      </Form>
    </Sheet>
  )
}

const UserFields = () => (
  <>
    <Field
      label={t('User name')}
      name="username"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      required
      autoFocus
    />
    <Field
      label={t('E-mail address')}
      name="email"
      type="email"
      autoComplete="off"
      maxLength={254}
      hint={t('Another way to sign in. Quire sends no e-mail.')}
      required
    />
    <Field
      label={t('Password')}
      name="password"
      type="password"
      autoComplete="new-password"
      maxLength={1000}
      hint={t(
        'At least 8 characters. Tell it in person: it can be changed after the first sign-in.',
      )}
      required
    />
  </>
)
