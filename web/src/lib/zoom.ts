// The arithmetic of a board that can be moved and enlarged: pure, so that it is tested without a browser.

export interface Camera {
	x: number; // board units at the left edge of the window
	y: number;
	k: number; // screen pixels per board unit
}

export interface Size {
	width: number;
	height: number;
}

/** The camera that shows the whole board in the window, centred. */
export function fit(board: Size, window: Size, margin = 0): Camera {
	const k = Math.min(window.width / (board.width + 2 * margin), window.height / (board.height + 2 * margin));
	return { k, x: (board.width - window.width / k) / 2, y: (board.height - window.height / k) / 2 };
}

/** Enlarge by `factor` around a point of the window, which stays where it is. */
export function zoomAt(camera: Camera, px: number, py: number, factor: number, least: number, most: number): Camera {
	const k = Math.min(most, Math.max(least, camera.k * factor));
	return { k, x: camera.x + px / camera.k - px / k, y: camera.y + py / camera.k - py / k };
}

/** Keep at least the middle of the window over the board, so that it cannot be lost. */
export function clamp(camera: Camera, board: Size, window: Size): Camera {
	const halfWidth = window.width / camera.k / 2;
	const halfHeight = window.height / camera.k / 2;
	return {
		k: camera.k,
		x: Math.min(board.width - halfWidth, Math.max(-halfWidth, camera.x)),
		y: Math.min(board.height - halfHeight, Math.max(-halfHeight, camera.y)),
	};
}

/** Put a point of the board into the middle of the window. */
export function centre(camera: Camera, x: number, y: number, window: Size): Camera {
	return { k: camera.k, x: x - window.width / camera.k / 2, y: y - window.height / camera.k / 2 };
}

/** Shift a camera so that it shows as little as possible of what lies beyond the board; a smaller board is centred. */
export function within(camera: Camera, board: Size, window: Size): Camera {
	const along = (at: number, whole: number, seen: number): number =>
		seen >= whole ? (whole - seen) / 2 : Math.min(whole - seen, Math.max(0, at));
	return {
		k: camera.k,
		x: along(camera.x, board.width, window.width / camera.k),
		y: along(camera.y, board.height, window.height / camera.k),
	};
}
