/** Makes a key, and shows it this one time. */
import { useState } from 'react'
import { answerOf, api } from '../../api/client'
import { errorWords } from '../../api/error-words'
import { Button } from '../../components/button'
import { Sheet } from '../../components/dialog'
import { Form, Problem, typed } from '../../components/entry-page'
import { Field } from '../../components/field'
import { Select } from '../../components/select'
import { toast } from '../../components/toast'
import { t } from '../../i18n/i18n'
import { useUser } from '../../state/session'
import { ScopeChecks } from './scope-checks'
import { type Permission, scopes } from './scopes'
import styles from './settings.module.css'
import { useChange } from './use-change'

const lives = ['never', '30', '365'] as const
const lifeChoices = () => [
  { value: 'never' as const, label: t('Until it is deleted') },
  { value: '30' as const, label: t('30 days') },
  { value: '365' as const, label: t('One year') },
]
const dayMs = 86_400_000

const endOf = (life: (typeof lives)[number]) =>
  life === 'never' ? null : new Date(Date.now() + Number(life) * dayMs).toISOString()

export function NewKey({ onClose }: { onClose: () => void }) {
  const offered = useUser()?.effectivePermissions ?? []
  // What a reading app needs: the first group.
  const usual = scopes()[0]?.scopes.map(({ permission }) => permission) ?? []
  const [chosen, setChosen] = useState<Permission[]>(usual.filter((each) => offered.includes(each)))
  const [life, setLife] = useState<(typeof lives)[number]>('never')
  const [key, setKey] = useState<string>()
  const make = useChange({
    act: (name: string) => {
      const expiresAt = endOf(life)
      return answerOf(
        api.POST('/api/v1/api-keys', { body: { name, permissions: chosen, expiresAt } }),
      )
    },
    stale: ['/api/v1/api-keys'],
    onDone: (made) => setKey(made.key),
    quiet: true,
  })
  if (key !== undefined) return <Shown secret={key} onClose={onClose} />
  return (
    <Sheet open onClose={onClose} title={t('New key')}>
      <Form onSubmit={(form) => make.mutate(typed(form, 'name').trim())}>
        <Field
          label={t('Name')}
          name="name"
          hint={t('The app or program that will use it.')}
          maxLength={100}
          required
          autoFocus
        />
        <Select
          label={t('How long is it good?')}
          choices={lifeChoices()}
          value={life}
          onChange={setLife}
        />
        <ScopeChecks offered={offered} chosen={chosen} onChange={setChosen} />
        {make.isError && <Problem>{errorWords(make.error)}</Problem>}
        <div className={styles.actions}>
          <Button look="primary" type="submit" busy={make.isPending} disabled={chosen.length === 0}>
            {t('Make the key')}
          </Button>
        </div>
      </Form>
    </Sheet>
  )
}

function Shown({ secret, onClose }: { secret: string; onClose: () => void }) {
  // Browsers have a clipboard over HTTPS only; the key can be marked by hand.
  const canCopy = 'clipboard' in navigator
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toast(t('Copied'))
  }
  const actions = (
    <>
      {canCopy && <Button onClick={() => void copy()}>{t('Copy')}</Button>}
      <Button look="primary" onClick={onClose}>
        {t('I have kept it')}
      </Button>
    </>
  )
  return (
    <Sheet open onClose={onClose} title={t('Your new key')} actions={actions}>
      <div className={styles.question}>
        <p>{t('Copy it now: Quire shows it only this once.')}</p>
        <code className={styles.secret}>{secret}</code>
      </div>
    </Sheet>
  )
}
