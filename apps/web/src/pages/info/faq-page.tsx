import { Link } from '@tanstack/react-router'
import { useText } from '../../messages/use-text.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import { Disclosure, useOpenedByHash } from '../../ui/reading/disclosure.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { Prose } from '../../ui/reading/prose.tsx'
import { FAQ_GROUPS, type FaqGroup, type FaqQuestion } from './faq-groups.ts'

export function FaqPage() {
  const t = useText()
  useOpenedByHash()
  return (
    <div className="grid gap-x-12 gap-y-8 wide:grid-cols-[14rem_minmax(0,1fr)]">
      <PageTitle page={t('shell.faq')} />
      <header className="wide:col-span-2">
        <h1>{t('faq.title')}</h1>
        <p className="mt-2">
          <TextLink to="/guides">{t('faq.guides')}</TextLink>
        </p>
      </header>
      <nav aria-label={t('faq.contents')} className="wide:sticky wide:top-6 wide:self-start">
        <ul className="flex flex-col border-l border-line pl-4">
          {FAQ_GROUPS.map(({ id, title }) => (
            <li key={id}>
              <Link
                to="/faq"
                hash={id}
                className="control flex items-center text-muted hover:text-text hover:underline"
              >
                {t(title)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 items-start gap-x-10 gap-y-9 xl:grid-cols-2">
        {FAQ_GROUPS.map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </div>
    </div>
  )
}

function Group({ group: { id, title, questions } }: { readonly group: FaqGroup }) {
  const t = useText()
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4">
      <h2 id={`${id}-title`} className="border-b border-line-strong pb-1.5">
        {t(title)}
      </h2>
      {questions.map((question) => (
        <Question key={question.id} {...question} />
      ))}
    </section>
  )
}

function Question({ id, question, answer }: FaqQuestion) {
  const t = useText()
  return (
    <Disclosure
      id={id}
      title={<h3 className="font-text text-timing font-normal">{t(question)}</h3>}
    >
      <Prose>{t(answer)}</Prose>
      <p className="mt-3 text-small">
        <TextLink to="/faq" hash={id}>
          {t('faq.linkTo')}
        </TextLink>
      </p>
    </Disclosure>
  )
}
