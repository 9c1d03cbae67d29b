/**
 * Corrects a parsing error: the user enters values, previews the changes and saves them as a rule.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../api/mutation'
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { formatError } from '../../../api/format-error'
import { Button } from '../../../components/controls/button'
import { Sheet } from '../../../components/dialogs/dialog'
import { Field } from '../../../components/controls/field'
import { Select } from '../../../components/controls/select'
import { toast } from '../../../components/feedback/toast'
import { t } from '../../../i18n/i18n'
import styles from './parsing-rule.module.css'
import { Preview } from './rule-preview'
import { emptyTyped, buildRuleFromDraft, type Typed } from './rule-draft'

interface CorrectionProps {
  parse: Schemas['BookParse']
  libraryId: string
  onClose: () => void
}

export function ParsingRule({ parse, libraryId, onClose }: CorrectionProps) {
  const { fileName, folder, bookId } = parse
  const [typed, setTyped] = useState(() => emptyTyped(fileName))
  const rule = buildRuleFromDraft(typed, { fileName, folder, libraryId })
  const { preview, keep } = useRule(bookId, onClose)
  const change = (next: Partial<Typed>) => {
    preview.reset()
    setTyped({ ...typed, ...next })
  }
  const error = preview.error ?? keep.error
  const show = (
    <Button disabled={!rule} busy={preview.isPending} onClick={() => rule && preview.mutate(rule)}>
      {t('Preview changes')}
    </Button>
  )
  const save = (
    <Button
      variant="primary"
      disabled={!rule || !preview.data}
      busy={keep.isPending}
      onClick={() => rule && keep.mutate(rule)}
    >
      {t('Save rule')}
    </Button>
  )
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Fix file name parsing')}
      actions={
        <>
          {show}
          {save}
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.fileName}>{fileName}</p>
        <RuleScope typed={typed} hasFolder={Boolean(folder)} change={change} />
        <Values typed={typed} change={change} />
        {error && <SaveError error={error} />}
        {preview.data && <Preview previews={preview.data} />}
      </div>
    </Sheet>
  )
}

const SaveError = ({ error }: { error: unknown }) => (
  <p role="alert" className={styles.problem}>
    {formatError(error)}
  </p>
)

type Rule = Schemas['NewNameRule']

function useRule(bookId: string, onKept: () => void) {
  const queries = useQueryClient()
  const preview = useMutation({
    mutationFn: (body: Rule) => readResponse(api.POST('/api/v1/name-rules/preview', { body })),
  })
  const keep = useMutation({
    mutationFn: (body: Rule) => readResponse(api.POST('/api/v1/name-rules', { body })),
    onSuccess: async () => {
      toast(t('Rule saved. It applies to every scan.'))
      onKept()
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(bookId),
      })
    },
  })
  return { preview, keep }
}

interface PartProps {
  typed: Typed
  change: (next: Partial<Typed>) => void
}

function RuleScope({ typed, hasFolder, change }: PartProps & { hasFolder: boolean }) {
  const folder = { value: 'folder' as const, label: t('All files in the same folder') }
  return (
    <>
      <Select<Typed['about']>
        label={t('Applies to')}
        value={typed.about}
        onChange={(about) => change({ about })}
        choices={[
          { value: 'file', label: t('This file only') },
          { value: 'alike', label: t('All files with similar names') },
          ...(hasFolder ? [folder] : []),
        ]}
      />
      {typed.about === 'alike' && (
        <Field
          label={t('Name pattern')}
          name="pattern"
          hint={t('* matches any text, ? matches one character')}
          value={typed.pattern}
          onChange={({ currentTarget }) => change({ pattern: currentTarget.value })}
        />
      )}
    </>
  )
}

function Values({ typed, change }: PartProps) {
  const field = (name: 'series' | 'title' | 'volume' | 'chapter', label: string) => (
    <Field
      label={label}
      name={name}
      type={name === 'volume' || name === 'chapter' ? 'number' : 'text'}
      step="any"
      min={0}
      value={typed[name]}
      placeholder={t('Unchanged')}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  )
  return (
    <>
      {field('series', t('Series', { context: 'one' }))}
      {typed.about === 'file' && (
        <>
          {field('title', t('Title'))}
          <div className={styles.pair}>
            {field('volume', t('Volume'))}
            {field('chapter', t('Chapter'))}
          </div>
        </>
      )}
      <Select<Typed['countAs']>
        label={t('Number type')}
        value={typed.countAs}
        onChange={(countAs) => change({ countAs })}
        choices={[
          { value: '', label: t('Unchanged') },
          { value: 'volume', label: t('Volume') },
          { value: 'chapter', label: t('Chapter') },
        ]}
      />
    </>
  )
}
