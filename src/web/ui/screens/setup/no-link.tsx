/** Somebody who knows only the address: where the link is found, and a place to give it. */
import { useState } from 'react'
import { Button } from '../../components/controls/button'
import { EntryPage, Form, typed } from '../../components/entry/entry-page'
import { Field } from '../../components/controls/field'
import { t } from '../../i18n/i18n'
import styles from './setup.module.css'
import { tokenIn } from './token'

export function NoLink({ onToken }: { onToken: (token: string) => void }) {
  const [problem, setProblem] = useState<string>()
  const open = (form: FormData) => {
    const token = tokenIn(typed(form, 'link'))
    if (token) onToken(token)
    else setProblem(t('This is not the link: it holds “setup#token=” and many letters.'))
  }
  return (
    <EntryPage title={t('Set up Quire')}>
      <p>
        {t(
          'Nobody has an account here yet. The first one is made with the link that Quire prints when it starts, so that nobody else in your network can do it before you.',
        )}
      </p>
      <ul className={styles.where}>
        <li>{t('in the window in which you started it,')}</li>
        <li>
          {t('in a container:')} <code>docker logs quire</code>
        </li>
        <li>
          {t('as a service:')} <code>journalctl -u quire</code>
        </li>
      </ul>
      <p>{t('If you cannot find it, start Quire again: each start prints a new one.')}</p>
      <Form onSubmit={open}>
        <Field
          label={t('The link')}
          name="link"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          placeholder="http://…/setup#token=…"
          problem={problem}
          autoFocus
        />
        <Button look="primary" type="submit">
          {t('Go on')}
        </Button>
      </Form>
    </EntryPage>
  )
}
