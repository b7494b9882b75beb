"""Writes workbooks (XLSX) for tests, as far as the reader of tables goes into them."""

import zipfile
from xml.sax.saxutils import escape

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STYLES = """<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/>
<numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/>
<numFmt numFmtId="167" formatCode="[Red]hh:mm"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="10"/>
<xf numFmtId="166"/><xf numFmtId="167"/></cellXfs>"""
PLAIN, DAY, OWN_DAY, NO_DAY, PERCENT, SPAN, TIME = range(7)


def cell(value, place):
    """A cell as programs write it: a number, a number with a style, a text, or as it is given."""
    value, style = value if isinstance(value, tuple) else (value, PLAIN)
    if value is None:
        return ""
    if isinstance(value, str) and value.startswith("<c"):
        return value.replace("<c", f'<c r="{place}"', 1)
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
    return f'<c r="{place}" s="{style}"><v>{value!r}</v></c>'


def sheet(rows, first=1, namespace=MAIN):
    texts = []
    for number, row in enumerate(rows, first):
        cells = "".join(cell(value, f"{chr(65 + j)}{number}") for j, value in enumerate(row))
        texts += [f'<row r="{number}">{cells}</row>'] if row else []
    return f'<worksheet xmlns="{namespace}"><sheetData>{"".join(texts)}</sheetData></worksheet>'


def write(path, sheets, shared="", settings="", hidden=(), namespace=MAIN, styles=""):
    """Write a workbook of sheets by their names."""
    states = {name: "hidden" if name in hidden else "visible" for name in sheets}
    listed = "".join(
        f'<sheet name="{name}" sheetId="{i}" r:id="rId{i}" state="{states[name]}"/>'
        for i, name in enumerate(sheets, 1)
    )
    spaces = f'xmlns="{namespace}" xmlns:r="{RELATIONS}"'
    book = f"<workbook {spaces}>{settings}<sheets>{listed}</sheets></workbook>"
    relations = "".join(
        f'<Relationship Id="rId{i + 1}" Target="{"/xl/" if i % 2 else ""}worksheets/sheet{i + 1}.xml"/>'
        for i in range(len(sheets))
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", book)
        archive.writestr("xl/_rels/workbook.xml.rels", f"<Relationships>{relations}</Relationships>")
        styles = styles or f'<styleSheet xmlns="{namespace}">{STYLES}</styleSheet>'
        archive.writestr("xl/styles.xml", styles)
        if shared:
            archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{namespace}">{shared}</sst>')
        for i, text in enumerate(sheets.values()):
            archive.writestr(f"xl/worksheets/sheet{i + 1}.xml", text)
    return path
