/** The access of each user, and the access groups and sharing tags that limit it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { PlusIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import { SettingsCard, Entries, Entry, Part, PendingSection } from '../shared/settings-section'
import { GroupSheet } from './groups/group-sheet'
import { PeopleAccess } from './people-access'
import { TagSheet } from './tag-sheet'

export function Access() {
  const groups = useQuery({ ...apiQuery('/api/v1/access-groups'), staleTime: 0 })
  const tags = useQuery({
    ...apiQuery('/api/v1/admin/sharing-tags', { params: { query: { pageSize: 500 } } }),
    staleTime: 0,
  })
  if (!groups.data) return <PendingSection title={t('Access')} question={groups} />
  if (!tags.data) return <PendingSection title={t('Access')} question={tags} />
  return (
    <Part
      title={t('Access')}
      lead={t(
        'Which series each person sees, by library, age rating and sharing tag. A person’s own restrictions and those of their groups apply together; the strictest wins.',
      )}
    >
      <PeopleAccess />
      <Groups groups={groups.data} />
      <Tags tags={tags.data.data} />
    </Part>
  )
}

/** ID of the open group or tag, null for a new one, or undefined if none is open. */
type Opened = string | null | undefined

function Groups({
  groups,
}: {
  groups: readonly { id: string; name: string; memberCount: number; ageLimit: number | null }[]
}) {
  const [opened, setOpened] = useState<Opened>()
  return (
    <SettingsCard
      title={t('Access groups')}
      hint={t('Restrictions that apply to several users')}
      actions={
        <Button icon={PlusIcon} onClick={() => setOpened(null)}>
          {t('Add group')}
        </Button>
      }
    >
      {groups.length > 0 && (
        <Entries label={t('Access groups')}>
          {groups.map(({ id, name, memberCount, ageLimit }) => (
            <Entry
              key={id}
              title={name}
              facts={[
                t('{count, plural, one {# member} other {# members}}', { count: memberCount }),
                ...(ageLimit === null ? [] : [t('up to {age}', { age: ageLimit })]),
              ].join(' · ')}
              actions={
                <Button small aria-label={t('Edit {name}', { name })} onClick={() => setOpened(id)}>
                  {t('Edit')}
                </Button>
              }
            />
          ))}
        </Entries>
      )}
      {opened !== undefined && (
        <GroupSheet id={opened ?? undefined} onClose={() => setOpened(undefined)} />
      )}
    </SettingsCard>
  )
}

interface Tag {
  id: string
  name: string
  description: string | null
  seriesCount: number
  userCount: number
}

function Tags({ tags }: { tags: readonly Tag[] }) {
  const [opened, setOpened] = useState<Tag | null>()
  return (
    <SettingsCard
      title={t('Sharing tags')}
      hint={t('Add tags to series, then allow or hide the tags for users and groups')}
      actions={
        <Button icon={PlusIcon} onClick={() => setOpened(null)}>
          {t('Add sharing tag')}
        </Button>
      }
    >
      {tags.length > 0 && (
        <Entries label={t('Sharing tags')}>
          {tags.map((tag) => (
            <Entry
              key={tag.id}
              title={tag.name}
              facts={[
                t('{count, plural, one {# series} other {# series}}', { count: tag.seriesCount }),
                t('{count, plural, one {# user} other {# users}}', { count: tag.userCount }),
              ].join(' · ')}
              actions={
                <Button
                  small
                  aria-label={t('Edit {name}', { name: tag.name })}
                  onClick={() => setOpened(tag)}
                >
                  {t('Edit')}
                </Button>
              }
            />
          ))}
        </Entries>
      )}
      {opened !== undefined && (
        <TagSheet tag={opened ?? undefined} onClose={() => setOpened(undefined)} />
      )}
    </SettingsCard>
  )
}
