/** The second step: the preview, in which users choose folders and accounts. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { Field } from '../../../../components/controls/field'
import { NativeSelect } from '../../../../components/controls/native-select'
import { Switch } from '../../../../components/controls/switch'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { translate } from '../../../../i18n/server-messages'
import { SettingsCard, FormSection } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { DiscardImport } from './discard-import'
import { ImportReport } from './import-report'
import { type Import, importsPath, type Preview, useImportsPath } from './use-imports'

interface Draft {
  folders: Record<string, string>
  people: Record<string, PersonDraft>
}

interface PersonDraft {
  /** ID of an account, `new` or `none`. */
  account: string
  isAdmin: boolean
}

interface ImportReviewProps {
  shown: Import
  onConfirm: () => void
}

export function SourceImportReview({ shown, onConfirm }: ImportReviewProps) {
  const { preview, error } = shown
  const saved = readDraft(shown)
  const [draft, setDraft] = useState(saved)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  return (
    <SettingsCard title={t('2. Review the preview')} hint={t('Nothing is changed yet')}>
      {error && <p role="alert">{translate(error)}</p>}
      {preview && (
        <>
          <Folders preview={preview} draft={draft} onChange={setDraft} />
          <PeopleChoice preview={preview} draft={draft} onChange={setDraft} />
          {!isChanged && <ImportReport preview={preview} />}
        </>
      )}
      <div className={styles.actions}>
        {isChanged && <UpdatePreview shown={shown} draft={draft} />}
        {!isChanged && shown.state === 'ready' && (
          <ConfirmImport shown={shown} onConfirm={onConfirm} />
        )}
        <DiscardImport shown={shown} />
      </div>
    </SettingsCard>
  )
}

function UpdatePreview({ shown: { id }, draft }: { shown: Import; draft: Draft }) {
  const map = useChange({
    act: () =>
      readResponse(
        api.PUT(`${importsPath}/{id}/mapping`, {
          params: { path: { id } },
          body: toMapping(draft),
        }),
      ),
    stale: [importsPath],
    once: true,
  })
  return (
    <Button variant="primary" busy={map.isPending} onClick={() => map.mutate()}>
      {t('Update preview')}
    </Button>
  )
}

export function ConfirmImport({ shown: { id }, onConfirm }: ImportReviewProps) {
  const path = useImportsPath()
  const apply = useChange({
    act: () => {
      onConfirm()
      return readResponse(api.POST(`${path}/{id}/apply`, { params: { path: { id } } }))
    },
    stale: [path],
    once: true,
  })
  return (
    <Button variant="primary" busy={apply.isPending} onClick={() => apply.mutate()}>
      {t('Import')}
    </Button>
  )
}

function readDraft({ preview, admins }: Import): Draft {
  const folders = preview?.folders.map(({ from, to }) => [from, to ?? ''])
  const people = preview?.people.map(({ foreignId, account, userId }) => [
    foreignId,
    {
      account: account === null ? 'none' : (userId ?? 'new'),
      isAdmin: admins.includes(foreignId),
    },
  ])
  return { folders: Object.fromEntries(folders ?? []), people: Object.fromEntries(people ?? []) }
}

const toMapping = ({ folders, people }: Draft): Schemas['ImportMapping'] => ({
  folders: Object.entries(folders).flatMap(([from, to]) =>
    to.trim() === '' ? [] : { from, to: to.trim() },
  ),
  people: Object.entries(people).map(([foreignId, { account, isAdmin }]) => ({
    foreignId,
    userId: account === 'none' ? null : account,
    isAdmin: account === 'new' && isAdmin,
  })),
})

interface ChoiceProps {
  preview: Preview
  draft: Draft
  onChange: (draft: Draft) => void
}

const Folders = ({ preview, draft, onChange }: ChoiceProps) => (
  <FormSection title={t('Folders')}>
    {preview.folders.map(({ from, to, found, sampled }) => (
      <Field
        key={from}
        label={t('Where is {folder} on this server?', { folder: from })}
        name={from}
        value={draft.folders[from] ?? ''}
        onChange={({ target }) =>
          onChange({ ...draft, folders: { ...draft.folders, [from]: target.value } })
        }
        hint={
          to === null
            ? t('This folder was not found. Its books are matched in other ways, or stay pending.')
            : t('{found} of {sampled} compared books are in this folder', { found, sampled })
        }
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={4096}
      />
    ))}
  </FormSection>
)

function PeopleChoice({ preview, draft, onChange }: ChoiceProps) {
  const query = { pageSize: 500 }
  const users = useQuery(apiQuery('/api/v1/users', { params: { query } }))
  const accounts = users.data?.data ?? []
  const set = (foreignId: string, patch: Partial<PersonDraft>) => {
    const person = { ...draft.people[foreignId]!, ...patch }
    onChange({ ...draft, people: { ...draft.people, [foreignId]: person } })
  }
  return (
    <FormSection title={t('Accounts')}>
      {preview.people.map(({ foreignId, name, isAdmin }) => {
        const chosen = draft.people[foreignId]
        if (!chosen) return null
        return (
          <div key={foreignId}>
            <NativeSelect
              label={t('Account for {name}', { name })}
              value={chosen.account}
              onChange={(account) => set(foreignId, { account })}
              choices={[
                { value: 'new', label: t('New account') },
                { value: 'none', label: t('Leave out') },
                ...accounts.map(({ id, username }) => ({ value: id, label: username })),
              ]}
            />
            {isAdmin && chosen.account === 'new' && (
              <Switch
                label={t('{name} stays an administrator', { name })}
                checked={chosen.isAdmin}
                onChange={(checked) => set(foreignId, { isAdmin: checked })}
              />
            )}
          </div>
        )
      })}
    </FormSection>
  )
}
