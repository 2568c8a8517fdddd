/**
 * The element as a component of React 18 and 19. What React itself passes to an element of unknown kind differs between the
 * two, is lost before the element is defined and after server rendering, and would print the session into the page: the
 * component sets properties and listeners itself, once the element is there.
 */
import type { PropertyDeclarations } from "lit";
import {
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { RewardRedemption as Element, TAG_NAME } from "../define.ts";
import type {
  RewardAttributes,
  RewardHandlers,
  RewardHistory,
  RewardListeners,
  RewardProperties,
} from "./members.ts";

/** Children are what the page shows while the element's code is not there. */
export interface RewardRedemptionProps
  extends Omit<HTMLAttributes<Element>, keyof RewardAttributes>,
    RewardAttributes,
    RewardProperties,
    RewardHandlers,
    RewardHistory<boolean> {
  /** The same as `className`. */
  class?: string;
}

type Values = Readonly<Record<string, unknown>>;

/** The properties that are never attributes. */
const PROPERTIES: PropertyDeclarations = Element.properties;
const KEPT = Object.entries(PROPERTIES)
  .filter(([name, { attribute }]) => name === "session" || attribute === false)
  .map(([name]) => name);
const HANDLER = /^onReward[A-Z]/;
const eventOf = (handler: string): string =>
  handler
    .slice("on".length)
    .replace(/\B[A-Z]/g, "-$&")
    .toLowerCase();

/** Attributes that say false in so many letters. All others say so by their absence. */
const ENUMERATED = /^(?:aria-|data-|(?:contenteditable|draggable|spellcheck)$)/i;
/** React 18 writes `hidden="false"`, and React 19 leaves `draggable={false}` out. */
const written = (name: string, value: unknown): unknown => {
  if (typeof value !== "boolean") return value ?? undefined;
  if (ENUMERATED.test(name)) return `${value}`;
  return value ? "" : undefined;
};

/** React 18 warns of a layout effect where a server renders; the element is there before its first effect anyway. */
const useElementEffect = typeof document === "object" ? useLayoutEffect : useEffect;

type Component = ForwardRefExoticComponent<RewardRedemptionProps & RefAttributes<Element>>;

const componentOf = (tag: string, displayName: string): Component => {
  const component = forwardRef<Element, RewardRedemptionProps>(
    ({ className, children, ...given }, forwarded) => {
      const element = useRef<Element>(null);
      const set = useRef<Values>({});
      const attributesSet = useRef<Values>({});
      const values = { ...given, class: className ?? given.class } as Values;
      const attributes: Values = Object.fromEntries(
        Object.entries(values)
          .filter(([name]) => !KEPT.includes(name) && !HANDLER.test(name))
          .map(([name, value]) => [name, written(name, value)]),
      );
      useImperativeHandle(forwarded, () => element.current as Element, []);

      useElementEffect(() => {
        const target = element.current as unknown as Record<string, unknown>;
        for (const name of KEPT) if (values[name] !== set.current[name]) target[name] = values[name];
        set.current = values;
      });

      useElementEffect(() => {
        // React 19 sets properties: `hidden=""` would be false, and an `id` that is gone "undefined".
        for (const [name, before] of Object.entries({ ...attributes, ...attributesSet.current })) {
          const value = attributes[name];
          if (value === undefined && before !== undefined) element.current?.removeAttribute(name);
          if (typeof values[name] === "boolean" && value !== undefined)
            element.current?.setAttribute(name, `${value}`);
        }
        attributesSet.current = attributes;
      });

      const names = Object.keys(values).filter((name) => HANDLER.test(name));
      useElementEffect(() => {
        const ended = new AbortController();
        for (const name of names) {
          // The newest handler is called, so that one written in place is no new listener each time.
          const call = (event: Event): void =>
            (set.current[name] as ((event: Event) => void) | undefined)?.(event);
          element.current?.addEventListener(eventOf(name), call, ended);
        }
        return () => ended.abort();
      }, [names.join()]);

      return createElement(
        tag,
        {
          ...attributes,
          ref: element,
          // The element may have named its screen (`data-state`) before React takes over the page of a server.
          suppressHydrationWarning: true,
        },
        children,
      );
    },
  );
  component.displayName = displayName;
  return component;
};

export const RewardRedemption: Component = componentOf(TAG_NAME, "RewardRedemption");
/** The same for a member's rewards. */
export const RewardWallet: Component = componentOf("reward-wallet", "RewardWallet");

/** The bare element, where nothing is rendered on a server and the element is defined first; properties in React 19 only. */
export type BareRewardRedemption = Omit<HTMLAttributes<Element>, keyof RewardAttributes> &
  RefAttributes<Element> &
  RewardAttributes &
  RewardProperties &
  RewardListeners &
  RewardHistory<"" | true> & {
    /** The classes. */
    class?: string;
  };

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "reward-redemption": BareRewardRedemption;
      "reward-wallet": BareRewardRedemption;
    }
  }
}
