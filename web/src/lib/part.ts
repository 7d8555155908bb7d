// For tests: a thing of which only what is looked at is filled in.

type Some<Whole> = Whole extends (infer One)[]
	? Some<One>[]
	: Whole extends (...args: never[]) => unknown
		? Whole
		: Whole extends object
			? { [Name in keyof Whole]?: Some<Whole[Name]> }
			: Whole;

export function part<Whole extends object>(some: Some<Whole>): Whole {
	return some as object as Whole;
}
