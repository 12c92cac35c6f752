"""Files of every format, made by tests: nothing is shipped that somebody would have to trust."""

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

from pypdf import PdfReader, PdfWriter

_TO_UNICODE = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Plain def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange
%s endcmap end end"""


def pdf(pages: Sequence[str], *, title: str = "", bookmarks: Sequence[tuple[str, int]] = ()) -> bytes:
    """Return a PDF with one text per page; bookmarks are titles with the page, from 1 on, that they stand at."""
    objects: list[bytes] = [b"", b"", b"", b"", b""]
    kids: list[int] = []
    for text in pages:
        shown = b"".join(
            b"BT /F1 10 Tf 40 %d Td <%s> Tj ET\n" % (800 - 12 * at, line.encode("utf-16-be").hex().encode())
            for at, line in enumerate(text.split("\n"))
        )
        objects.append(_stream(shown))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
        kids.append(len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (
        len(kids),
        b" ".join(b"%d 0 R" % kid for kid in kids),
    )
    objects[2] = (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Plain /Encoding /Identity-H"
        b" /DescendantFonts [4 0 R] /ToUnicode 5 0 R >>"
    )
    objects[3] = (
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Plain /DW 500"
        b" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
    )
    used = sorted({letter.encode("utf-16-be").hex().encode() for text in pages for letter in text if letter != "\n"})
    parts = [used[at : at + 100] for at in range(0, len(used), 100)]
    told = b"\n".join(
        b"%d beginbfchar\n%s\nendbfchar" % (len(part), b"\n".join(b"<%s> <%s>" % (code, code) for code in part))
        for part in parts
    )
    objects[4] = _stream(_TO_UNICODE % told)
    plain = _written(objects)
    if not title and not bookmarks:
        return plain
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(plain)))
    for name, page in bookmarks:
        writer.add_outline_item(name, page - 1)
    if title:
        writer.add_metadata({"/Title": title})
    return _bytes(writer)


def locked_pdf(pages: Sequence[str], *, user: str = "open sesame") -> bytes:
    """Return a PDF that a password protects; with an empty one only its owner's rights do."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf(pages))))
    writer.encrypt(user_password=user, owner_password="owner", algorithm="RC4-128")
    return _bytes(writer)


def docx(paragraphs: Sequence[tuple[str, str]], *, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a Word document; each paragraph is a style (`1`, `2` for headings, empty for none) and a text."""
    told = "".join(
        f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{escape(text)}</w:t></w:r></w:p>'
        if style
        else f'<w:p><w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'
        for style, text in paragraphs
    )
    styles = "".join(
        f'<w:style w:styleId="{level}"><w:name w:val="heading {level}"/></w:style>' for level in range(1, 4)
    )
    return package(
        word_xml(f"<w:body>{told}</w:body>"), styles=word_xml(styles, root="styles"), compression=compression
    )


def word_xml(inside: str, *, root: str = "document") -> bytes:
    """Return XML of Word's."""
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return f'<?xml version="1.0" encoding="UTF-8"?><w:{root} xmlns:w="{space}">{inside}</w:{root}>'.encode()


def package(document: bytes, *, styles: bytes = b"", compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a package that holds this as its document."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as made:
        made.writestr("[Content_Types].xml", "<Types/>")
        made.writestr("word/document.xml", document)
        if styles:
            made.writestr("word/styles.xml", styles)
    return out.getvalue()


def zip_bomb(*, megabytes: int) -> bytes:
    """Return a package of a few kilobytes whose document unpacks to so many megabytes."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made,
        made.open("word/document.xml", "w", force_zip64=True) as member,
    ):
        member.write(word_xml("<w:body>").removesuffix(b"</w:document>"))
        for _ in range(megabytes):
            member.write(b" " * 1_000_000)
        member.write(b"</w:document>")
    return out.getvalue()


def _stream(data: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data)


def _written(objects: Sequence[bytes]) -> bytes:
    out, offsets = bytearray(b"%PDF-1.7\n"), list[int]()
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def _bytes(writer: PdfWriter) -> bytes:
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
