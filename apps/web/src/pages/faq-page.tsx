import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../messages/use-text.ts'
import { TextLink } from '../ui/link.tsx'
import { PageTitle } from '../ui/shell/page-title.tsx'
import { Prose } from '../ui/shell/prose.tsx'
import { FAQ_GROUPS, type FaqGroup, type FaqQuestion } from './faq-groups.ts'

export function FaqPage() {
  const text = useText()
  const { hash } = useLocation()

  // An address with a question in it leads to its answer, opened.
  useEffect(() => {
    const asked = document.getElementById(hash)
    if (asked instanceof HTMLDetailsElement) {
      asked.open = true
      asked.scrollIntoView()
    }
  }, [hash])

  return (
    <div className="grid gap-x-12 gap-y-8 wide:grid-cols-[16rem_minmax(0,48rem)]">
      <PageTitle page={text('shell.faq')} />
      <h1 className="text-4xl wide:col-span-2">{text('faq.title')}</h1>
      <nav aria-label={text('faq.contents')} className="wide:sticky wide:top-6 wide:self-start">
        <ul className="flex flex-col border-l border-line pl-4">
          {FAQ_GROUPS.map(({ id, title }) => (
            <li key={id} className="control flex items-center">
              <TextLink to="/faq" hash={id}>
                {text(title)}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 flex-col gap-9">
        {FAQ_GROUPS.map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </div>
    </div>
  )
}

function Group({ group: { id, title, questions } }: { readonly group: FaqGroup }) {
  const text = useText()
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4">
      <h2 id={`${id}-title`} className="mb-2 text-2xl">
        {text(title)}
      </h2>
      {questions.map((question) => (
        <Question key={question.id} {...question} />
      ))}
    </section>
  )
}

function Question({ id, question, answer }: FaqQuestion) {
  const text = useText()
  return (
    <details id={id} className="group scroll-mt-4 border-b border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 py-2 text-lg hover:text-secondary">
        <span
          aria-hidden="true"
          className="size-2 shrink-0 -rotate-45 border-r-2 border-b-2 border-faint transition-[rotate] group-open:rotate-45"
        />
        <h3 className="font-text text-lg font-normal">{text(question)}</h3>
      </summary>
      <div className="pb-5 pl-5">
        <Prose>{text(answer)}</Prose>
        <p className="mt-3 text-small">
          <TextLink to="/faq" hash={id}>
            {text('faq.linkTo')}
          </TextLink>
        </p>
      </div>
    </details>
  )
}
